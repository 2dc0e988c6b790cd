// The page at the host's origin: shows sandboxes, keeps what they say, relays it where a test wants it.

const script = () => {
  const sandboxes = new Map();
  window.sandboxes = sandboxes;

  /** Puts a sandbox's frame into the page. `relay` names the channel its messages go to. */
  window.openSandbox = ({ name, src, origin, attributes, html, relay }) => {
    const frame = document.createElement("iframe");
    for (const [attribute, value] of attributes) frame.setAttribute(attribute, value);
    frame.style.cssText = "width:600px;height:400px;border:0;color-scheme:light dark";
    const sandbox = { frame, origin, html, seen: [], relay };
    sandboxes.set(name, sandbox);
    sandbox.send = (message) => frame.contentWindow.postMessage(message, origin);
    if (relay !== undefined) connect(sandbox);
    frame.src = src;
    document.body.append(frame);
  };

  const connect = (sandbox) => {
    sandbox.queue = [];
    sandbox.posting = false;
    sandbox.source = new EventSource(`/relay/${sandbox.relay}`);
    sandbox.source.onmessage = (event) => sandbox.send(JSON.parse(event.data));
  };

  const post = async (sandbox) => {
    if (sandbox.posting) return;
    sandbox.posting = true;
    while (sandbox.queue.length > 0) {
      await fetch(`/relay/${sandbox.relay}`, { method: "POST", body: JSON.stringify(sandbox.queue.splice(0)) });
    }
    sandbox.posting = false;
  };

  window.addEventListener("message", (event) => {
    for (const sandbox of sandboxes.values()) {
      if (event.source !== sandbox.frame.contentWindow || event.origin !== sandbox.origin) continue;
      sandbox.seen.push(event.data);
      if (sandbox.relay !== undefined) {
        sandbox.queue.push(event.data);
        post(sandbox);
      } else if (sandbox.html !== undefined && event.data?.method === "ui/notifications/sandbox-proxy-ready") {
        sandbox.send({ jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params: { html: sandbox.html } });
      }
      return;
    }
  });
};

export const HOST_PAGE = `<!doctype html><html lang="en"><head><meta name="color-scheme" content="light dark">
<title>Host</title></head><body><script>(${script})()</script></body></html>`;

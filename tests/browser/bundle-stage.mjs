// The pages around a View in bundle.test.mjs: a Host that answers by hand, and a sandbox proxy that
// writes the View into a frame in the way it is told.

export const HOST = `<!doctype html><html lang="en"><body><script>
  window.seen = [];
  let outer;
  addEventListener("message", ({ source, data }) => {
    if (source !== outer.contentWindow) return;
    if (data === "outer ready") outer.contentWindow.postMessage(window.to_show, "*");
    else window.seen.push(data);
  });
  window.open_view = (view) => {
    window.to_show = { show: view };
    outer = document.createElement("iframe");
    outer.setAttribute("sandbox", "allow-scripts allow-same-origin");
    outer.src = view.src;
    document.body.append(outer);
  };
  window.raw = (message) => outer.contentWindow.postMessage(message, "*");
  window.send = (method, params) => window.raw({ jsonrpc: "2.0", method, params });
  window.answer = (id) => window.raw({ jsonrpc: "2.0", id, result: {
    protocolVersion: "2026-01-26", hostInfo: { name: "bundle-test", version: "1" },
    hostCapabilities: { serverTools: {} }, hostContext: { theme: "dark" } } });
</script></body></html>`;

export const OUTER = `<!doctype html><html lang="en"><body><script>
  let inner;
  addEventListener("message", ({ source, data }) => {
    if (inner && source === inner.contentWindow) return parent.postMessage(data, "*");
    if (source !== parent) return;
    if (data.show) show(data.show);
    else inner.contentWindow.postMessage(data, "*");
  });
  function show({ way, html }) {
    inner = document.createElement("iframe");
    const same = way === "document.write" ? " allow-same-origin" : "";
    inner.setAttribute("sandbox", "allow-scripts" + same);
    if (way === "srcdoc") inner.srcdoc = html;
    if (way === "blob") inner.src = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    document.body.append(inner);
    if (way !== "document.write") return;
    inner.contentDocument.open();
    inner.contentDocument.write(html);
    inner.contentDocument.close();
  }
  parent.postMessage("outer ready", "*");
</script></body></html>`;

/** Tells which road the View took, without changing it: it watches what `instantiate` does. */
const PROBE = `<script>
  const real = WebAssembly.instantiate;
  window.road = () => document.getElementById("mcp-apps-refused") ? "refused" : window.made ? "wasm" : "javascript";
  WebAssembly.instantiate = (...given) => real(...given).then((made) => { window.made = true; return made; });
</script>`;

export function withProbe(html) {
  return html.replace("<head>", () => `<head>${PROBE}`);
}

export function withMeta(html, policy) {
  return policy ? html.replace("<head>", () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`) : html;
}

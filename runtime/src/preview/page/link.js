// The WebSocket to the preview's process. It comes back by itself.

const PAUSE = 300;
const LONGEST_PAUSE = 3000;

/** The key came in the address, behind the `#`; from then on it is this tab's, and in no address. */
function key() {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem("key", given);
    history.replaceState(null, "", "/");
  }
  return sessionStorage.getItem("key") ?? "";
}

export class Link {
  #take;
  #tell;
  #socket = null;
  #pause = PAUSE;
  #over = false;

  /** `take` gets what the process says; `tell` hears `open`, `lost` and `refused`. */
  constructor(take, tell) {
    this.#take = take;
    this.#tell = tell;
    this.#key = key();
    this.#open();
  }

  #key;

  #open() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ key: this.#key })));
    socket.addEventListener("message", ({ data }) => {
      const said = JSON.parse(data);
      if (said.op === "refused") {
        this.#over = true;
        return this.#tell("refused");
      }
      if (said.op === "hello") {
        this.#pause = PAUSE;
        this.#key = said.key;
        sessionStorage.setItem("key", said.key);
        this.#tell("open");
      }
      this.#take(said);
    });
    socket.addEventListener("close", () => {
      if (this.#socket !== socket || this.#over) return;
      this.#socket = null;
      this.#tell("lost");
      setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    });
  }

  /** Says something; without a connection nobody hears it. */
  say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

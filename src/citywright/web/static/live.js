// The connection to a table: opens it, keeps it, reopens it with growing pauses. Knows frames, not what they mean.

const FIRST_PAUSE = 500;
const RESTARTING = 1012; // the close code of a server that is restarted: it will be back in a moment
const LONGEST_PAUSE = 15000;
const SILENCE = 20000; // after this many milliseconds without a frame the server is asked
const DOUBT = 900; // the same, while an answer is overdue
const UNSEEN = 20000; // after this many milliseconds in which nobody sees it a page may rest
const PATIENCE = 4000; // after this many without an answer the connection is given up

/**
 * A frame from the server. Which fields it has depends on `is`.
 * @typedef {object} Frame
 * @property {"change" | "done" | "held" | "refused" | "room" | "started"} is
 * @property {number} [id]  the request it answers
 * @property {[number, number]} [since]  epoch and ply the change starts from; without it everything is sent
 * @property {[number, number]} at  epoch and ply afterwards
 * @property {boolean} [fresh]  forget all elements that came before
 * @property {string[]} [symbols]  drawings that elements use
 * @property {Record<string, string | number>} [set]  elements by their id, or the number of one that came before
 * @property {string[]} [drop]  ids of parts that are gone
 * @property {[string, string, string[]][]} [put]  panel, part after them (none: the end), new parts
 * @property {Record<string, import("./offers.js").Offer[]>} [offers]  panels with what may be done at their places
 * @property {string[]} [again]  ids of parts to animate though they look the same
 * @property {number} [keep]  log entries before this ply stay
 * @property {string[]} [log]  new log entries
 * @property {boolean} [yours]
 * @property {boolean} [over]
 * @property {Record<string, string[]>} [traces]  by ply, the parts of the boards that show what was done
 * @property {string} [forced]  the only action there is
 * @property {string} [title]  what the action does that waits for being confirmed
 * @property {Record<string, string[]>} [parts]  by panel, what it would draw there
 * @property {string} [html]  what a room looks like
 * @property {string} [code]  why something was refused, for programs
 * @property {string} [reason]  and for people
 * @property {boolean} [final]  the connection was closed for it, and is not opened again
 */

// Is this device told by push messages? See app.js.
function isTold() {
  try {
    return !!localStorage.getItem("push");
  } catch {
    return false;
  }
}

export class Live {
  /**
   * @param {() => URL} address  gives the address, with the position the page shows
   * @param {{ frame: (frame: Frame) => void, state: (connected: boolean) => void }} listener
   */
  constructor(address, { frame, state }) {
    this.address = address;
    this.frame = frame;
    this.state = state;
    this.pause = FIRST_PAUSE;
    this.timer = 0;
    this.resting = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Frame | null} the last frame that came */
    this.last = null;
    this.number = 0;
    this.open();
    window.addEventListener("offline", () => this.giveUp());
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("pageshow", () => this.hurry());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.restSoon() : this.hurry()));
  }

  open() {
    clearTimeout(this.timer);
    const address = this.address();
    address.searchParams.set("lines", "yes"); // several frames may come in one message, one a line
    const socket = new WebSocket(address);
    this.socket = socket;
    this.listen(); // a connection that never opens is given up, too
    socket.onopen = () => this.state(true);
    socket.onmessage = ({ data }) => {
      this.listen();
      for (const line of data.split("\n")) this.take(JSON.parse(line));
    };
    socket.onclose = ({ code }) => this.closed(socket, code);
  }

  /** @param {Frame} frame */
  take(frame) {
    this.last = frame;
    if (frame.is !== "refused") this.pause = FIRST_PAUSE; // this side was let in
    this.frame(frame);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  closed(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    clearTimeout(this.timer);
    this.state(false);
    if (code >= 4400 && this.last?.is === "refused") this.frame({ ...this.last, final: code < 4420 }); // why it was closed
    if (code >= 4400 && code < 4420) return; // refused for good
    const pause = code === RESTARTING ? 100 + 400 * Math.random() : this.pause * (0.7 + 0.6 * Math.random());
    this.timer = setTimeout(() => this.open(), pause); // at random: all pages of a server lose it together
    this.pause = Math.min(LONGEST_PAUSE, 1.7 * this.pause);
  }

  // Watches for silence: asks once, then gives the connection up.
  listen() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), SILENCE);
  }

  ask() {
    this.send({ do: "ping" });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.giveUp(), PATIENCE);
  }

  giveUp() {
    const socket = this.socket;
    if (!socket) return;
    this.closed(socket, 0); // the socket itself may take minutes to notice
    socket.close();
  }

  // An answer is overdue: the server is asked at once, and the connection given up if it is silent for a moment more.
  doubt() {
    if (!this.socket) return; // it is lost already, and the timer is the one that opens the next
    this.send({ do: "ping" });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.giveUp(), DOUBT);
  }

  // Nobody sees the page. Where push messages are on it leaves the table after a while: those come to who is away.
  restSoon() {
    if (!isTold()) return;
    this.resting = setTimeout(() => {
      const socket = this.socket;
      this.socket = null;
      clearTimeout(this.timer);
      socket?.close();
    }, UNSEEN);
  }

  // The device has woken up or found a network again.
  hurry() {
    clearTimeout(this.resting);
    if (document.hidden && isTold()) return;
    this.pause = FIRST_PAUSE;
    if (!this.socket) this.open();
    else if (this.socket.readyState === WebSocket.OPEN) this.ask();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends a request; returns its number, or 0 if there is no connection.
   * @param {object} request
   */
  send(request) {
    if (!this.socket || !this.isOpen) return 0;
    this.number += 1;
    this.socket.send(JSON.stringify({ ...request, id: this.number }));
    return this.number;
  }
}

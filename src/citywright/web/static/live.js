// The connection to a table: opens it, keeps it, reopens it with growing pauses. Knows frames, not what they mean.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15000;
const SILENCE = 20000; // after this long without a word the other side is asked
const PATIENCE = 4000; // and after this long without an answer it is given up

export class Live {
  constructor(address, { frame, state }) {
    this.address = address; // gives the address, with the position the page shows
    this.frame = frame;
    this.state = state;
    this.pause = FIRST_PAUSE;
    this.socket = null;
    this.last = null; // the last frame that came
    this.number = 0;
    this.open();
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("pageshow", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address());
    this.socket = socket;
    this.listen(); // a connection that never opens is given up, too
    socket.onopen = () => this.state(true);
    socket.onmessage = ({ data }) => {
      this.listen();
      this.last = JSON.parse(data);
      if (this.last.is !== "refused") this.pause = FIRST_PAUSE; // this side was let in
      this.frame(this.last);
    };
    socket.onclose = ({ code }) => this.closed(socket, code);
  }

  closed(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    clearTimeout(this.timer);
    this.state(false);
    if (code >= 4400 && this.last?.is === "refused") this.frame(this.last); // why it was closed
    if (code >= 4400 && code < 4420) return; // refused for good
    this.timer = setTimeout(() => this.open(), this.pause * (0.7 + 0.6 * Math.random()));
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

  // The device has woken up or found a network again.
  hurry() {
    this.pause = FIRST_PAUSE;
    if (!this.socket) this.open();
    else if (this.socket.readyState === WebSocket.OPEN) this.ask();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  // Sends a request; returns its number, or 0 if there is no connection.
  send(request) {
    if (!this.isOpen) return 0;
    this.number += 1;
    this.socket.send(JSON.stringify({ ...request, id: this.number }));
    return this.number;
  }
}

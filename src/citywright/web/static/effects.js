// Counting points up, dice that tumble again, and a soft bell that is off unless it was switched on. Still with reduced motion.

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const KEY = "citywright-bell";
const button = document.querySelector("[data-do=sound]");
let sound = null;

// Counts a text node up (or down) from what it said before to what it says now.
export function countUp(node, before) {
  const goal = Number(node.data);
  if (still.matches || !Number.isFinite(before) || !Number.isFinite(goal)) return;
  const element = node.parentElement;
  element.classList.remove("up", "down");
  void element.offsetWidth; // starts the animation again
  element.classList.add(goal > before ? "up" : "down");
  const started = performance.now();
  const step = (now) => {
    if (element.firstChild !== node || node.data !== shown) return; // the next change has come
    const part = Math.min(1, (now - started) / 500);
    shown = node.data = String(Math.round(before + (goal - before) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  let shown = (node.data = String(before));
  requestAnimationFrame(step);
}

// Starts the tumbling of a thing anew, also where its face stays the same.
export function tumble(thing) {
  for (const die of thing?.querySelectorAll(".tumble") ?? []) {
    die.style.animation = "none";
    die.getBoundingClientRect();
    die.style.animation = "";
  }
}

export function ring() {
  if (localStorage.getItem(KEY) !== "on") return;
  sound ??= new AudioContext();
  const now = sound.currentTime;
  for (const [pitch, loud] of [[660, 0.08], [990, 0.03], [1330, 0.015]]) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud, now);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + 1.2);
    tone.connect(volume).connect(sound.destination);
    tone.start(now);
    tone.stop(now + 1.2);
  }
}

function show() {
  button.setAttribute("aria-pressed", String(localStorage.getItem(KEY) === "on"));
}

button.hidden = false;
button.addEventListener("click", () => {
  localStorage.setItem(KEY, localStorage.getItem(KEY) === "on" ? "off" : "on");
  show();
  ring();
});
show();

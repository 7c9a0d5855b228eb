// Several people at one screen: when the turn passes to the next person the page goes to their seat, after a
// moment to see what was done.

import { maybe } from "./dom.js";

const passScreen = document.getElementById("pass-screen");
if (passScreen) {
  let timer = 0;
  const followTurn = () => {
    const address = maybe("#pass-screen [data-go]")?.dataset.go;
    clearTimeout(timer);
    if (address) timer = setTimeout(() => location.assign(address), 900);
  };
  new MutationObserver(followTurn).observe(passScreen, { attributes: true, childList: true, subtree: true });
  followTurn();
}

// A tap beside an open sheet closes it and does nothing else: what lies behind is not meant.

import { maybe, targetOf } from "./dom.js";

let closesSheet = false;
document.addEventListener("pointerdown", (event) => {
  const sheet = maybe("[popover]:popover-open:not(#answer, #hints, #chat)");
  closesSheet = Boolean(sheet && !sheet.contains(targetOf(event)));
}, true);
document.addEventListener("click", (event) => {
  if (!closesSheet) return;
  closesSheet = false;
  event.preventDefault();
  event.stopPropagation();
}, true);

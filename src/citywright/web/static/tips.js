// The guided game: lights what the tip is about, after every change of the position.

import { all, maybe, one } from "./dom.js";
import { light } from "./lighting.js";

const table = one("main.table");

function lightUp() {
  light(JSON.parse(maybe("#tutorial")?.dataset.lit ?? "[]"), table);
}

new MutationObserver(lightUp).observe(table, { attributeFilter: ["data-at"] });
new ResizeObserver(lightUp).observe(one(".play"));
document.addEventListener("click", lightUp); // dice that are picked show other buttons
for (const sheet of all("[popover]", table)) sheet.addEventListener("toggle", lightUp);

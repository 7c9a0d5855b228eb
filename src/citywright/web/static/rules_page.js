// The page of the rules: the address names the chapter, section or rule that is shown.

import { maybe } from "./dom.js";
import { RulesReader } from "./rules_reader.js";

const book = maybe(".rulebook");
if (book) {
  const reader = new RulesReader(book);
  let shown = "";
  const arrive = () => {
    if (location.hash === shown) return; // an open panel is a step in the history, too
    shown = location.hash;
    if (!shown) reader.show(reader.chapters[0]);
    reader.goTo(decodeURIComponent(shown.slice(1)), false);
  };
  book.addEventListener("click", (event) => {
    const id = reader.follow(event);
    if (!id) return;
    event.preventDefault();
    shown = `#${id}`;
    history.pushState(null, "", shown);
  });
  window.addEventListener("popstate", arrive);
  arrive();
}

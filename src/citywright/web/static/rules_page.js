// The page of the rules: the address names the chapter, section or rule that is shown.

import { maybe } from "./dom.js";
import { RulesReader } from "./rules_reader.js";

const book = maybe(".rulebook");
if (book) {
  const reader = new RulesReader(book);
  const arrive = () => reader.goTo(decodeURIComponent(location.hash.slice(1)));
  book.addEventListener("click", (event) => {
    const id = reader.follow(event);
    if (!id) return;
    event.preventDefault();
    history.pushState(null, "", `#${id}`);
  });
  window.addEventListener("popstate", arrive);
  arrive();
}

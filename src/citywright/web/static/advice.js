// What a master would do: shown above the hand until something is played, its places marked on the boards.

const main = document.querySelector("main.table");
const guide = document.querySelector(".guide-place");

function forget() {
  guide.querySelector(".advice")?.remove();
  for (const place of document.querySelectorAll(".advised")) place.classList.remove("advised");
}

async function advise(link) {
  const { at } = main.dataset;
  link.setAttribute("aria-busy", "true");
  const answer = await fetch(link.href);
  link.removeAttribute("aria-busy");
  if (main.dataset.at !== at) return;
  forget();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const advice = page.querySelector(".advice") ?? page.querySelector("main p"); // or why there is none
  advice.classList.add("advice");
  guide.append(document.adoptNode(advice));
  for (const { dataset } of advice.querySelectorAll("[data-words]")) {
    document.querySelector(`svg [data-action="${CSS.escape(dataset.words)}"]`)?.classList.add("advised");
  }
}

new MutationObserver(forget).observe(main, { attributeFilter: ["data-at"] });
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-do=advice]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  advise(link);
});

// Every page: the switch between light and dark without a reload. The form works without this module too.

const ORDER = { auto: "dark", dark: "light", light: "auto" };
const root = document.documentElement;

function showTheme(theme) {
  root.dataset.theme = theme;
  for (const link of document.querySelectorAll("link[data-for]")) {
    const own = link.dataset.for;
    if (theme === "auto") link.media = `(prefers-color-scheme: ${own})`;
    else link.media = theme === own ? "all" : "not all";
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do=theme]");
  if (!button) return;
  event.preventDefault();
  const theme = button.value;
  showTheme(theme);
  button.value = ORDER[theme];
  button.firstElementChild.className = `theme-${theme}`;
  fetch("/preferences", { method: "POST", body: new URLSearchParams({ theme }), redirect: "manual" });
});

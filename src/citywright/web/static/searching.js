// Every page, while this browser's person looks for people: asks for news, tells when somebody is found, and goes there from the
// page where one waits.

const KEPT = "looking";
const EVERY = 4000; // milliseconds

/** @param {string} name */
const words = (name) => document.getElementById("finding")?.dataset[name] ?? "";

/** Is somebody looked for, as far as this browser knows? */
function isLooking() {
  try {
    return localStorage.getItem(KEPT) === "yes";
  } catch {
    return false;
  }
}

/** @param {boolean} looking */
function note(looking) {
  try {
    if (looking) localStorage.setItem(KEPT, "yes");
    else localStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing: only the page of the search asks for news
  }
}

/** The line at the foot of any page. @returns {HTMLElement} */
function line() {
  const there = document.getElementById("searching");
  if (there) return there;
  const made = document.createElement("p");
  made.id = "searching";
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}

/** Show a link in that line. @param {string} address @param {string} text @param {string} style */
function show(address, text, style) {
  const there = line().querySelector("a");
  if (there?.textContent === text && there.className === style) return; // or it would be read out again
  const link = document.createElement("a");
  link.href = address;
  link.className = style;
  link.textContent = text;
  line().replaceChildren(link);
}

/** @param {{address: string, game: string, names: string[]}} found @param {boolean} goes */
function tell(found, goes) {
  if (goes) {
    location.assign(found.address);
    return;
  }
  const text = words("found").replace("{game}", found.game).replace("{names}", found.names.join(", "));
  show(found.address, text, "main-button");
  document.title = `! ${document.title.replace(/^! /, "")}`;
}

/** @param {Element | null} page */
async function ask(page) {
  const arrived = new URLSearchParams(location.search).has("found") ? `?arrived=${location.pathname.split("/").pop()}` : "";
  const answer = await fetch(`/find/news${arrived}`, { method: "POST", headers: { "Content-Type": "application/json" } });
  if (!answer.ok) return answer.status !== 403;
  const news = await answer.json();
  note(news.is_looking || news.found);
  const told = page?.querySelector("[data-find=news]");
  if (told) {
    const others = news.people === 1 ? words("onelooks") : words("others").replace("{n}", news.people);
    const text = news.people ? others : words("alone");
    if (told.textContent !== text) told.textContent = text;
  }
  if (news.found) tell(news.found, page !== null);
  else if (news.is_looking && !page) show("/find", words("searching"), "");
  else if (!news.is_looking) document.getElementById("searching")?.remove();
  return news.is_looking || news.found;
}

/** Ask now and then, until nobody is looked for. */
async function watch() {
  const page = document.querySelector("[data-find=page]");
  if (page) note(true);
  while (isLooking() || page) {
    let goesOn = true;
    try {
      goesOn = await ask(page);
    } catch {
      // no connection: the next time
    }
    if (!goesOn) {
      note(false);
      break;
    }
    await new Promise((done) => setTimeout(done, EVERY));
  }
}

watch();

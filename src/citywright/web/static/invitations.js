// Pages that show open invitations: asks for them anew now and then, while somebody looks at the page.

const ASKED_EVERY = 8000; // milliseconds

/** Show what has changed, and leave the rest alone: somebody may be about to press a button. */
async function ask() {
  const here = document.getElementById("invitations");
  if (!here || document.visibilityState !== "visible") return;
  const lang = encodeURIComponent(document.documentElement.lang);
  const answer = await fetch(`/friends/invitations?lang=${lang}`);
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("invitations");
  const ids = (/** @type {Element} */ part) => [...part.querySelectorAll("li")].map((row) => row.id).join(" ");
  if (now && ids(now) !== ids(here)) here.replaceWith(now);
}

async function watch() {
  for (;;) {
    await new Promise((done) => setTimeout(done, ASKED_EVERY));
    try {
      await ask();
    } catch {
      // no connection: the next time
    }
  }
}

if (document.getElementById("invitations")) watch();

// The page's script. All that is shown is made and escaped by the server; here it is fetched, put in place and kept fresh.

const page = document.getElementById("page");
const message = document.getElementById("message");
/** What stands in the page by its key: the text it was made from, and the element. */
let known = new Map();
let looking = new AbortController();

window.addEventListener("hashchange", () => void open());
// A browser has few connections to one host; a tab that nobody looks at takes none.
document.addEventListener("visibilitychange", () => (document.hidden ? looking.abort() : void open(false)));
document.addEventListener("submit", (event) => {
  event.preventDefault();
  const { target, submitter } = event;
  if (target.dataset.post) void post(target, submitter);
  else if (target.dataset.view) location.hash = `#/${target.dataset.view}?${new URLSearchParams(new FormData(target))}`;
});
await signIn();
await open();

/** The key in the address is good once. It is traded for the session's token, which other tabs of this origin share. */
async function signIn() {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  const response = await fetch("/session", { method: "POST", body: JSON.stringify({ key }) });
  if (response.ok) localStorage.setItem("token", (await response.json()).token);
  history.replaceState(null, "", "#/threads");
}

/** Opens the view that the address names, from its top, and follows it until another one is opened or nobody looks. */
async function open(fromTop = true) {
  looking.abort();
  looking = new AbortController();
  const { signal } = looking;
  say("");
  const view = location.hash.startsWith("#/") ? location.hash.slice(2) : "threads";
  let isFirst = fromTop;
  while (!signal.aborted) {
    try {
      const response = await fetch(`/view/${view}`, { signal, headers: { ...token(), accept: "text/event-stream" } });
      if (response.status === 401) return show((await response.json()).message);
      say("");
      for await (const html of eventsOf(response.body)) {
        put(html);
        if (isFirst) window.scrollTo(0, 0);
        isFirst = false;
      }
    } catch {
      if (signal.aborted) return;
    }
    if (!signal.aborted) say("The studio does not answer; it may have ended.");
    await pause(2000, signal);
  }
}

/** Texts of a stream of server-sent events, whose data are JSON strings on one line. */
async function* eventsOf(body) {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split("\n\n");
    rest = events.pop();
    for (const event of events) if (event.startsWith("data: ")) yield JSON.parse(event.slice(6));
  }
}

/**
 * Puts a view in place. What has a key and is as it was stays the same element, so that what is typed, unfolded or
 * marked there stays too.
 */
function put(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const folds = new Map([...page.querySelectorAll("details[data-key]")].map((fold) => [fold.dataset.key, fold.open]));
  const focused = document.activeElement;
  const top = window.scrollY;
  const now = new Map();
  for (const element of fresh.content.querySelectorAll("[data-key]")) {
    // Inside of something that was kept.
    if (!fresh.content.contains(element)) continue;
    const { key } = element.dataset;
    const text = element.outerHTML;
    const before = known.get(key);
    if (before?.text === text) {
      element.replaceWith(before.element);
      keep(before.element, now);
    } else {
      now.set(key, { text, element });
      if (element instanceof HTMLDetailsElement && folds.has(key)) element.open = folds.get(key);
    }
  }
  page.replaceChildren(fresh.content);
  known = now;
  if (focused !== document.activeElement && page.contains(focused)) focused.focus({ preventScroll: true });
  window.scrollTo(0, top);
  document.title = `${page.querySelector("h1")?.firstChild?.textContent?.trim() ?? "Sopwith"} - Sopwith studio`;
}

/** An element that stays, and the keyed ones in it, go on being known by the texts that they were made from. */
function keep(element, now) {
  for (const inner of [element, ...element.querySelectorAll("[data-key]")]) {
    const before = known.get(inner.dataset.key);
    if (before) now.set(inner.dataset.key, before);
  }
}

/** Sends a form. What was pressed goes along; what came of it is said in the form. */
async function post(form, submitter) {
  const data = new FormData(form, submitter);
  const output = form.querySelector("output");
  const buttons = [...form.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  output.textContent = "Working…";
  try {
    const body = JSON.stringify(Object.fromEntries(data));
    const response = await fetch(`/${form.dataset.post}`, { method: "POST", headers: token(), body });
    output.textContent = (await response.json()).message;
    output.className = response.ok ? "good" : "bad";
    if (response.ok) return;
  } catch {
    output.textContent = "The studio does not answer; it may have ended.";
  }
  for (const button of buttons) button.disabled = false;
}

function token() {
  return { authorization: `Bearer ${localStorage.getItem("token") ?? ""}` };
}

function show(text) {
  const paragraph = document.createElement("p");
  paragraph.className = "empty";
  paragraph.textContent = text;
  page.replaceChildren(paragraph);
  known = new Map();
}

function say(text) {
  message.textContent = text;
  message.hidden = text === "";
}

function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

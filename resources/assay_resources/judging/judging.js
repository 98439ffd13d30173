"use strict";
// The Judge page of the window, in a browser. The next pair is shown once the server says that the judgement is
// on its disk. An act whose answer was lost is sent again under the same id, also after the page was loaded again.

const WORDS = {
  en: {
    judged: "Judged so far", history: "History", keys: "Keys", query: "Query", "query-paper": "Query paper",
    paper: "Paper to judge", guideline: "Guideline", hide: "hide", show: "show", note: "Note…",
    "note-edit": "Edit the note…", "note-label": "Note on this pair", "note-hint": "Esc saves the note.",
    undo: "undo", grades: "Grades", "grade-0": "not relevant", "grade-1": "relevant", "grade-2": "very relevant",
    others: "No grade", unsure: "unsure", later: "later", unreadable: "unreadable",
    "unsure-tip": "You cannot decide", "later-tip": "It comes back at the end",
    "unreadable-tip": "The text cannot be judged", close: "Close", leave: "Sign out of this browser",
    search: "Search your judgements", "past-none": "Nothing found.", "no-abstract": "No abstract.",
    removed: "This paper is not in the library any more", assessor: "assessor {0}", version: "guideline v{0}",
    count: "{0} of {1}", median: "{0} s median", left: "{0} left", minute: "under a minute",
    minutes: "about {0} min", hours: "about {0} h {1} min", "n-unsure": "{0} unsure", "n-later": "{0} for later",
    "n-conflicts": "{0} in conflict", "last-grade": "graded {0} ·", "last-unsure": "unsure ·",
    "last-later": "for later ·", "last-unreadable": "unreadable ·", "last-note": "noted ·",
    "paper-2": "you would cite it together with the query paper",
    "paper-1": "same problem or method, worth opening", "paper-0": "neither",
    "text-2": "answers it: you would cite or use it", "text-1": "relevant; worth opening", "text-0": "does not help",
    finished: "All {0} judged.", "finished-unsure": "You were unsure of {0}; the history finds them.",
    "look-last": "Look at the last one", none: "No pair waits for you now.", again: "Look again",
    draft: "This campaign is still being prepared, so nobody can judge in it yet.",
    adjudicating: "This campaign is closed for grading: its disagreements are being settled.",
    closed: "This campaign is closed for grading.", "not-assessor": "You are not an assessor of this campaign.",
    deactivated: "You were deactivated and give no more grades; those given before stay.",
    NotInvited: "Open the link of your invitation. If it does not work any more, ask for a new one.",
    left_page: "You are signed out of this browser. The link of your invitation signs you in again.",
    loading: "Loading…", retrying: "Not saved yet: the server does not answer or cannot write. This page tries again by itself.",
    NextPairsMissing: "Your judgement is saved, but the next pairs could not be had.",
    NotInQueue: "Not saved: this pair is no longer yours.",
    Refused: "Not saved: the campaign or your part in it has changed.", conflict:
    "Two machines' judgements of this pair met, and they differ. Judge it again.",
    TooMany: "Too many attempts. Wait a minute and load the page again.",
    "key-note": "Write a note (Esc keeps it)", "key-guideline": "Show or hide the guideline",
    "key-next": "Next pair", "key-previous": "Previous pair", "key-query": "Next query",
    "key-undo": "Undo", "key-redo": "Redo", "key-history": "Search your judgements", "key-help": "These keys",
    "key-scroll": "Scroll the paper",
  },
  de: {
    judged: "Bisher beurteilt", history: "Verlauf", keys: "Tasten", query: "Anfrage", "query-paper": "Anfrage-Paper",
    paper: "Zu beurteilendes Paper", guideline: "Leitfaden", hide: "ausblenden", show: "zeigen", note: "Notiz…",
    "note-edit": "Notiz bearbeiten…", "note-label": "Notiz zu diesem Paar", "note-hint": "Esc speichert die Notiz.",
    undo: "rückgängig", grades: "Noten", "grade-0": "nicht relevant", "grade-1": "relevant", "grade-2": "sehr relevant",
    others: "Keine Note", unsure: "unsicher", later: "später", unreadable: "unlesbar",
    "unsure-tip": "Sie können nicht entscheiden", "later-tip": "Es kommt am Ende wieder",
    "unreadable-tip": "Der Text lässt sich nicht beurteilen", close: "Schließen", leave: "In diesem Browser abmelden",
    search: "Eigene Urteile suchen", "past-none": "Nichts gefunden.", "no-abstract": "Kein Abstract.",
    removed: "Dieses Paper ist nicht mehr in der Bibliothek", assessor: "Beurteilt von {0}", version: "Leitfaden v{0}",
    count: "{0} von {1}", median: "Median {0} s", left: "noch {0}", minute: "weniger als eine Minute",
    minutes: "etwa {0} min", hours: "etwa {0} h {1} min", "n-unsure": "{0} unsicher", "n-later": "{0} für später",
    "n-conflicts": "{0} im Konflikt", "last-grade": "Note {0} ·", "last-unsure": "unsicher ·",
    "last-later": "für später ·", "last-unreadable": "unlesbar ·", "last-note": "notiert ·",
    "paper-2": "Sie würden es zusammen mit dem Anfrage-Paper zitieren",
    "paper-1": "gleiches Problem oder gleiche Methode, lohnt das Öffnen", "paper-0": "keines von beiden",
    "text-2": "beantwortet sie: Sie würden es zitieren oder verwenden", "text-1": "relevant; lohnt das Öffnen",
    "text-0": "hilft nicht",
    finished: "Alle {0} beurteilt.", "finished-unsure": "Bei {0} waren Sie unsicher; der Verlauf findet sie.",
    "look-last": "Das letzte ansehen", none: "Jetzt wartet kein Paar auf Sie.", again: "Noch einmal nachsehen",
    draft: "Diese Kampagne wird noch vorbereitet; noch kann niemand darin urteilen.",
    adjudicating: "Diese Kampagne nimmt keine Noten mehr an: Ihre Uneinigkeiten werden geklärt.",
    closed: "Diese Kampagne nimmt keine Noten mehr an.", "not-assessor": "Sie gehören nicht zu den Urteilenden dieser Kampagne.",
    deactivated: "Sie wurden deaktiviert und geben keine Noten mehr; die bisherigen bleiben.",
    NotInvited: "Öffnen Sie den Link Ihrer Einladung. Gilt er nicht mehr, bitten Sie um einen neuen.",
    left_page: "Sie sind in diesem Browser abgemeldet. Der Link Ihrer Einladung meldet Sie wieder an.",
    loading: "Wird geladen…", retrying: "Noch nicht gespeichert: Der Server antwortet nicht oder kann nicht schreiben. Die Seite versucht es von selbst wieder.",
    NextPairsMissing: "Ihr Urteil ist gespeichert, aber die nächsten Paare waren nicht zu bekommen.",
    NotInQueue: "Nicht gespeichert: Dieses Paar gehört nicht mehr Ihnen.",
    Refused: "Nicht gespeichert: Die Kampagne oder Ihr Anteil daran hat sich geändert.", conflict:
    "Zu diesem Paar trafen verschiedene Urteile zweier Rechner zusammen. Beurteilen Sie es noch einmal.",
    TooMany: "Zu viele Versuche. Warten Sie eine Minute und laden Sie die Seite neu.",
    "key-note": "Notiz schreiben (Esc behält sie)", "key-guideline": "Leitfaden zeigen oder ausblenden",
    "key-next": "Nächstes Paar", "key-previous": "Voriges Paar", "key-query": "Nächste Anfrage",
    "key-undo": "Rückgängig", "key-redo": "Wiederholen", "key-history": "Eigene Urteile suchen",
    "key-help": "Diese Tasten", "key-scroll": "Im Paper blättern",
  },
};
const LANGUAGE = (navigator.language || "en").startsWith("de") ? "de" : "en";
const number = (value, digits = 0) =>
  new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: digits }).format(value);
const word = (name, ...values) =>
  values.reduce((text, value, at) => text.replace(`{${at}}`, value), WORDS[LANGUAGE][name] ?? name);
const get = (id) => document.getElementById(id);

let view = null; // what the server said last
let version = -1; // of the guideline on the page
let sending = 0; // acts on their way
let onlyNotes = true; // those on their way: a grade may follow a note on the same pair
let chain = Promise.resolve();
let gathered = 0, since = performance.now(); // milliseconds of attention on the pair

// -- talking to the server ---------------------------------------------------------------------------------

async function call(path, body, headers = {}) {
  const options = { headers: { "X-CSRF-Token": view?.csrf ?? "", ...headers }, cache: "no-store" };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
    options.keepalive = options.body.length < 60000; // a note is saved while the page closes
  }
  const response = await fetch(path, options);
  const data = response.status === 204 ? null : await response.json();
  return { status: response.status, data, kind: data?.error?.kind ?? "" };
}

const storeKey = () => `assay-acts-${view.csrf.slice(0, 16)}`;

function kept() {
  try { return JSON.parse(localStorage.getItem(storeKey())) ?? []; } catch { return []; }
}

function keep(acts) {
  try {
    if (acts.length) localStorage.setItem(storeKey(), JSON.stringify(acts));
    else localStorage.removeItem(storeKey());
  } catch { /* private windows keep nothing: then only this page tries again */ }
}

function act(doing, more = {}) {
  if (!view || (sending && !(onlyNotes && doing === "judge"))) return; // a key that comes too early meant no pair seen
  if (doing === "judge") leaveNote();
  const wanted = { do: doing, id: newId(), pair: view.pair ?? "", guideline: version, ...more };
  if (doing !== "undo" && doing !== "redo" && doing !== "browse" && !wanted.pair) return;
  enqueue(wanted);
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function enqueue(wanted) {
  onlyNotes = (sending === 0 || onlyNotes) && wanted.do === "note";
  sending += 1;
  keep([...kept().filter((each) => each.id !== wanted.id), wanted]);
  chain = chain.then(() => send(wanted)).finally(() => { sending -= 1; });
}

async function send(wanted) {
  let again = false;
  for (let pause = 500; ; pause = Math.min(2 * pause, 10000)) {
    let answer = null;
    try { answer = await call("/api/act", wanted); } catch { /* no network: as if it had not been answered */ }
    if (answer?.status === 403 && !again) { again = true; await reread(); continue; }
    if (answer && answer.status !== 429 && answer.status < 500) { settle(wanted, answer); return; }
    say("retrying");
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function settle(wanted, answer) {
  keep(kept().filter((each) => each.id !== wanted.id));
  if (answer.status === 200) {
    say("");
    if (wanted.do === "judge") restart();
    show(answer.data);
    announce(wanted);
  } else if (answer.status === 401) {
    showMessage(word("NotInvited"));
  } else {
    say(WORDS.en[answer.kind] ? answer.kind : "Refused");
    reread();
  }
}

async function reread() {
  try {
    const answer = await call("/api/view");
    if (answer.status === 200) show(answer.data);
    else showMessage(word(WORDS.en[answer.kind] ? answer.kind : "NotInvited"));
  } catch { say("retrying"); setTimeout(reread, 2000); }
}

async function start() {
  showMessage(word("loading"));
  const token = location.hash.slice(1);
  if (!token) { await reread(); sendKept(); return; }
  history.replaceState(null, "", location.pathname); // the link is in no list of visited pages
  let answer;
  try { answer = await call("/api/session", {}, { Authorization: `Bearer ${token}` }); } catch { showMessage(word("retrying")); return; }
  if (answer.status === 200) { show(answer.data); sendKept(); }
  else showMessage(word(answer.kind === "TooMany" ? "TooMany" : "NotInvited"));
}

function sendKept() {
  if (view) kept().forEach(enqueue);
}

// -- showing ----------------------------------------------------------------------------------------------

function show(answer) {
  const moved = !view || view.pair !== answer.pair;
  view = answer;
  if (moved) restart();
  showHead();
  if (view.guideline_html !== null) showGuideline(view.guideline, view.guideline_html);
  const judging = view.pair !== null && !view.cannot_judge;
  get("pair").hidden = !judging;
  get("message").hidden = judging;
  get("foot").hidden = Boolean(view.cannot_judge);
  get("grades").hidden = get("others").hidden = !judging;
  showLast();
  if (judging) { showPair(moved); return; }
  const { n_total: total, n_unsure: unsure } = view;
  if (view.cannot_judge) showMessage(word(view.cannot_judge), "again", reread);
  else if (!total) showMessage(word("none"), "again", reread);
  else {
    const more = unsure ? ` ${word("finished-unsure", number(unsure))}` : "";
    showMessage(word("finished", number(total)) + more, "look-last", () => act("browse", { step: -1 }));
  }
}

function showHead() {
  const { n_done: done, n_total: total, n_unsure, n_later, n_conflicts, median_seconds: median } = view;
  get("campaign").textContent = view.campaign;
  get("assessor").textContent = word("assessor", view.assessor);
  document.title = `${view.campaign} · Assay`;
  get("progress").hidden = get("count").hidden = !total;
  get("count").textContent = word("count", number(done), number(total));
  get("progress").max = total || 1;
  get("progress").value = done;
  const states = { "n-unsure": n_unsure, "n-later": n_later, "n-conflicts": n_conflicts };
  get("states").textContent = Object.entries(states).filter(([, n]) => n).map(([name, n]) => word(name, number(n))).join(" · ");
  const minutes = median === null ? null : (total - done) * median / 60;
  const paces = median === null ? [] : [word("median", number(median, 1))];
  if (minutes) paces.push(word("left", minutes < 1 ? word("minute") : minutes < 60 ? word("minutes", Math.round(minutes))
    : word("hours", Math.floor(minutes / 60), Math.round(minutes % 60))));
  get("pace").textContent = paces.join(" · ");
}

function showPieces(place, pieces, paragraphs) {
  const whole = document.createElement("p");
  for (const [text, marked] of pieces) {
    if (marked) whole.append(Object.assign(document.createElement("mark"), { textContent: text }));
    else whole.append(text);
  }
  whole.dir = "auto";
  if (paragraphs) place.replaceChildren(...(pieces.length ? [whole] : []));
  else place.replaceChildren(...whole.childNodes);
}

function showPair(moved) {
  const { query, paper, given } = view;
  get("query-kind").textContent = word(query?.is_paper ? "query-paper" : "query");
  showPieces(get("query-title"), query?.title ?? [], false);
  get("query-year").textContent = query?.year ?? "";
  showPieces(get("query-text"), query?.text ?? [], true);
  showPieces(get("paper-title"), paper ? paper.title : [[word("removed"), false]], false);
  get("paper-year").textContent = paper?.year ?? "";
  showPieces(get("paper-text"), paper?.text.length ? paper.text : [[paper ? word("no-abstract") : "", false]], true);
  if (version === 0) showMeanings(query?.is_paper ? "paper" : "text");
  for (const button of document.querySelectorAll("#grades button"))
    button.setAttribute("aria-pressed", given?.relevance === Number(button.dataset.grade));
  for (const button of document.querySelectorAll("#others button"))
    button.setAttribute("aria-pressed", given?.state === button.dataset.state && !(given.state === "later" && given.note));
  if (moved) toTop(JSON.stringify(query));
  if (moved || get("note").hidden) foldNote(given?.note ?? "");
  if (given?.state === "conflict") say("conflict");
}

let queryShown = ""; // the query on the page

function toTop(query) {
  get("paper").scrollTop = 0;
  if (queryShown === query) get("paper").scrollIntoView(); // on a narrow page the query stands above
  else get("pair").scrollTop = get("side").scrollTop = 0;
  queryShown = query;
}

function showGuideline(newer, html) {
  version = newer;
  get("version").textContent = newer ? word("version", newer) : "";
  if (!newer) return;
  get("guideline").innerHTML = html; // rendered by the server, which lets no markup of the text through
  for (const link of get("guideline").querySelectorAll("a")) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
}

function showMeanings(kind) {
  get("guideline").replaceChildren(...[2, 1, 0].map((grade) => {
    const row = Object.assign(document.createElement("p"), { className: "meaning" });
    row.append(markOf(grade), Object.assign(document.createElement("b"), { textContent: grade }), word(`${kind}-${grade}`));
    return row;
  }));
}

function markOf(grade) {
  const mark = Object.assign(document.createElement("span"), { className: "mark" });
  mark.dataset.grade = grade;
  return mark;
}

function showLast() {
  const { undo_kind: kind, undo_relevance: grade } = view;
  get("undo").hidden = get("undo-key").hidden = !kind;
  get("last-mark").hidden = grade === null;
  get("last-mark").dataset.grade = grade ?? "";
  get("last-words").textContent = WORDS.en[`last-${kind}`] ? word(`last-${kind}`, grade) : "";
}

function showMessage(text, action = "", does = null) {
  get("pair").hidden = true;
  get("message").hidden = false;
  get("message-text").textContent = text;
  get("message-act").hidden = !action;
  get("message-act").textContent = action && word(action);
  get("message-act").onclick = does;
}

function say(name) {
  get("strip").hidden = !name;
  get("strip").textContent = name && word(name);
}

function announce(wanted) {
  const said = get("last-words").textContent.replace(" ·", ".");
  const next = view.pair ? get("paper-title").textContent : get("message-text").textContent;
  get("live").textContent = wanted.do === "note" ? said : `${wanted.do === "judge" ? said : ""} ${next}`;
}

function foldGuideline(hidden) {
  get("guideline").hidden = hidden;
  get("guideline-toggle").textContent = word(hidden ? "show" : "hide");
  get("guideline-toggle").setAttribute("aria-expanded", !hidden);
}

// -- notes, attention, history -----------------------------------------------------------------------------

function foldNote(text) {
  const focused = document.activeElement === get("note");
  get("note").value = text;
  get("note").hidden = get("note-hint").hidden = true;
  get("note-shown").textContent = text;
  get("note-shown").hidden = !text;
  get("note-open").textContent = word(text ? "note-edit" : "note");
  get("note-open").hidden = get("note-key").hidden = false;
  if (focused) get("paper").focus({ preventScroll: true });
}

function editNote() {
  if (!view?.pair || get("pair").hidden) return;
  get("note").hidden = get("note-hint").hidden = false;
  get("note-shown").hidden = get("note-open").hidden = get("note-key").hidden = true;
  get("note").focus();
}

function leaveNote() {
  if (get("note").hidden) return;
  const text = get("note").value;
  foldNote(text);
  if (text !== (view.given?.note ?? "")) enqueue({ do: "note", id: newId(), pair: view.pair, text, guideline: version });
}

function restart() { gathered = 0; since = document.hidden ? null : performance.now(); }

function attention() { return Math.round(gathered + (since === null ? 0 : performance.now() - since)); }

function attend() {
  if (document.hidden && since !== null) { gathered += performance.now() - since; since = null; leaveNote(); }
  else if (!document.hidden && since === null) since = performance.now();
}

async function showHistory() {
  if (!view) return;
  if (!get("history").open) get("history").showModal();
  const text = get("history-text").value;
  const answer = await call(`/api/past?text=${encodeURIComponent(text)}`).catch(() => null);
  if (answer?.status !== 200 || text !== get("history-text").value) return;
  get("past-none").hidden = answer.data.length > 0;
  get("past").replaceChildren(...answer.data.map((past) => {
    const row = document.createElement("li"), button = document.createElement("button");
    const grade = past.given?.relevance;
    const said = grade ?? (past.given ? word(past.given.state) : "–");
    button.append(grade == null ? "" : markOf(grade), `${said}  ${past.title}`);
    if (grade == null) button.prepend(document.createElement("span"));
    button.append(Object.assign(document.createElement("small"), { textContent: past.query }));
    button.onclick = () => { get("history").close(); act("go", { pair: past.pair }); };
    row.append(button);
    return row;
  }));
}

// -- keys -------------------------------------------------------------------------------------------------

const judge = (state, relevance = null) => act("judge", { state, relevance, active_ms: attention() });
const scroll = (step) => {
  const pane = getComputedStyle(get("paper")).overflowY === "auto" ? get("paper") : get("pair");
  pane.scrollBy({ top: 0.8 * step * pane.clientHeight });
};
const KEYS = {
  0: () => judge("grade", 0), 1: () => judge("grade", 1), 2: () => judge("grade", 2),
  u: () => judge("unsure"), s: () => judge("later"), x: () => judge("unreadable"),
  n: editNote, g: () => get("guideline-toggle").click(), q: () => act("query"),
  j: () => act("browse", { step: 1 }), ArrowRight: () => act("browse", { step: 1 }),
  k: () => act("browse", { step: -1 }), ArrowLeft: () => act("browse", { step: -1 }),
  "ctrl+z": () => act("undo"), "ctrl+y": () => act("redo"), "ctrl+shift+z": () => act("redo"),
  h: showHistory, "ctrl+h": showHistory, "?": () => get("help").showModal(),
  PageDown: () => scroll(1), PageUp: () => scroll(-1),
};
const HELP = [
  ["0 1 2", "grades"], ["U", "unsure-tip"], ["S", "later-tip"], ["X", "unreadable-tip"], ["N", "key-note"],
  ["Ctrl+Z", "key-undo"], ["Ctrl+Y", "key-redo"], ["J →", "key-next"], ["K ←", "key-previous"], ["Q", "key-query"],
  ["G", "key-guideline"], ["H", "key-history"], ["PgUp PgDn", "key-scroll"], ["?", "key-help"],
];

function press(event) {
  const note = event.target === get("note");
  if (note && (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey)))) {
    event.preventDefault();
    leaveNote();
    return;
  }
  if (event.target.matches("textarea, input") || document.querySelector("dialog[open]") || event.altKey) return;
  const held = (event.ctrlKey || event.metaKey ? "ctrl+" : "") + (event.shiftKey && event.ctrlKey ? "shift+" : "");
  const does = KEYS[held + (event.key.length === 1 ? event.key.toLowerCase() : event.key)];
  if (!does) return;
  event.preventDefault();
  if (!event.repeat || event.key.startsWith("Page")) does(); // a key held down must not grade twenty papers
}

function build() {
  document.documentElement.lang = LANGUAGE;
  for (const each of document.querySelectorAll("[data-word]")) each.textContent = word(each.dataset.word);
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", word(each.dataset.label));
  get("history-text").placeholder = word("search");
  for (const each of document.querySelectorAll("[data-tip]")) each.title = word(each.dataset.tip);
  get("keys").replaceChildren(...HELP.flatMap(([keys, name]) => {
    const term = document.createElement("dt");
    for (const key of keys.split(" ")) term.append(Object.assign(document.createElement("kbd"), { textContent: key }), " ");
    return [term, Object.assign(document.createElement("dd"), { textContent: word(name) })];
  }));
  for (const button of document.querySelectorAll("#grades button")) button.onclick = () => judge("grade", Number(button.dataset.grade));
  for (const button of document.querySelectorAll("#others button")) button.onclick = () => judge(button.dataset.state);
  get("undo").onclick = () => act("undo");
  get("note-open").onclick = editNote;
  get("note").onblur = () => { if (document.hasFocus()) leaveNote(); };
  get("guideline-toggle").onclick = () => foldGuideline(!get("guideline").hidden);
  get("help-open").onclick = () => get("help").showModal();
  get("help-close").onclick = () => get("help").close();
  get("history-open").onclick = showHistory;
  get("history-close").onclick = () => get("history").close();
  get("history-text").oninput = showHistory;
  get("leave").onclick = async () => {
    await call("/api/leave", {}).catch(() => null);
    get("help").close();
    view = null;
    get("foot").hidden = true;
    showMessage(word("left_page"));
  };
  foldGuideline(matchMedia("(max-width: 720px)").matches);
  foldNote("");
  document.addEventListener("keydown", press);
  document.addEventListener("visibilitychange", attend);
  addEventListener("pagehide", leaveNote);
  start();
}

build();

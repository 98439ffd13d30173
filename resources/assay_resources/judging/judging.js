"use strict";
// The Judge page of the window, in a browser. The next pair is shown once the server says that the judgement is
// on its disk. An act whose answer was lost is sent again under the same id, also after the page was loaded again.

const WORDS = { // in English and in German
  judged: ["Judged so far", "Bisher beurteilt"], history: ["History", "Verlauf"], keys: ["Keys", "Tasten"],
  query: ["Query", "Anfrage"], "query-paper": ["Query paper", "Anfrage-Paper"],
  paper: ["Paper to judge", "Zu beurteilendes Paper"], guideline: ["Guideline", "Leitfaden"],
  hide: ["hide", "ausblenden"], show: ["show", "zeigen"], note: ["Note…", "Notiz…"],
  "note-edit": ["Edit the note…", "Notiz bearbeiten…"], "note-label": ["Note on this pair", "Notiz zu diesem Paar"],
  "note-hint": ["Esc saves the note.", "Esc speichert die Notiz."], undo: ["undo", "rückgängig"],
  grades: ["Grades", "Noten"], "grade-0": ["not relevant", "nicht relevant"], "grade-1": ["relevant", "relevant"],
  "grade-2": ["very relevant", "sehr relevant"], others: ["No grade", "Keine Note"], unsure: ["unsure", "unsicher"],
  later: ["later", "später"], unreadable: ["unreadable", "unlesbar"],
  "unsure-tip": ["You cannot decide", "Sie können nicht entscheiden"],
  "later-tip": ["It comes back at the end of the queue", "Es kommt am Ende wieder"],
  "unreadable-tip": ["The text cannot be judged", "Der Text lässt sich nicht beurteilen"],
  close: ["Close", "Schließen"], leave: ["Sign out of this browser", "In diesem Browser abmelden"],
  search: ["Search your judgements", "Eigene Urteile suchen"], "past-none": ["Nothing found.", "Nichts gefunden."],
  "no-abstract": ["No abstract.", "Kein Abstract."],
  removed: ["This paper is no longer in the library", "Dieses Paper ist nicht mehr in der Bibliothek"],
  assessor: ["assessor {0}", "Beurteilt von {0}"], version: ["guideline v{0}", "Leitfaden v{0}"],
  count: ["{0} of {1}", "{0} von {1}"], median: ["{0} s median", "Median {0} s"], left: ["{0} left", "noch {0}"],
  minute: ["under a minute", "weniger als eine Minute"], minutes: ["about {0} min", "etwa {0} min"],
  hours: ["about {0} h {1} min", "etwa {0} h {1} min"], "n-unsure": ["{0} unsure", "{0} unsicher"],
  "n-later": ["{0} for later", "{0} für später"], "n-conflicts": ["{0} in conflict", "{0} im Konflikt"],
  "last-grade": ["graded {0} ·", "Note {0} ·"], "last-unsure": ["unsure ·", "unsicher ·"],
  "last-later": ["for later ·", "für später ·"], "last-unreadable": ["unreadable ·", "unlesbar ·"],
  "last-note": ["noted ·", "notiert ·"],
  "paper-2": ["you would cite it together with the query paper", "Sie würden es zusammen mit dem Anfrage-Paper zitieren"],
  "paper-1": ["same problem or method, worth opening", "gleiches Problem oder gleiche Methode, lohnt das Öffnen"],
  "paper-0": ["neither", "keines von beiden"],
  "text-2": ["answers it: you would cite or use it", "beantwortet sie: Sie würden es zitieren oder verwenden"],
  "text-1": ["relevant; worth opening", "relevant; lohnt das Öffnen"], "text-0": ["does not help", "hilft nicht"],
  finished: ["All {0} judged.", "Alle {0} beurteilt."],
  "finished-unsure": ["You were unsure about {0}. Find them in the history.", "Bei {0} waren Sie unsicher; der Verlauf findet sie."],
  "look-last": ["Show the last one", "Das letzte ansehen"],
  none: ["There are no pairs for you right now.", "Jetzt wartet kein Paar auf Sie."],
  again: ["Check again", "Noch einmal nachsehen"],
  draft: ["This campaign is still being prepared. Judging starts once it is open.", "Diese Kampagne wird noch vorbereitet; noch kann niemand darin urteilen."],
  adjudicating: ["This campaign is closed for grading: its disagreements are being settled.", "Diese Kampagne nimmt keine Noten mehr an: Ihre Uneinigkeiten werden geklärt."],
  closed: ["This campaign is closed for grading.", "Diese Kampagne nimmt keine Noten mehr an."],
  "not-assessor": ["You are not an assessor of this campaign.", "Sie gehören nicht zu den Urteilenden dieser Kampagne."],
  deactivated: ["You were deactivated and cannot grade; your earlier grades stay.", "Sie wurden deaktiviert und geben keine Noten mehr; die bisherigen bleiben."],
  NotInvited: ["Open the link in your invitation. If it no longer works, ask for a new one.", "Öffnen Sie den Link Ihrer Einladung. Gilt er nicht mehr, bitten Sie um einen neuen."],
  left_page: ["You are signed out of this browser. To sign in again, open the link in your invitation.", "Sie sind in diesem Browser abgemeldet. Der Link Ihrer Einladung meldet Sie wieder an."],
  loading: ["Loading…", "Wird geladen…"],
  retrying: ["Not saved yet: the server does not answer or cannot write. This page keeps trying.", "Noch nicht gespeichert: Der Server antwortet nicht oder kann nicht schreiben. Die Seite versucht es von selbst wieder."],
  "no-answer": ["The server does not answer. This page keeps trying.", "Der Server antwortet nicht. Die Seite versucht es von selbst wieder."],
  "not-left": ["You are still signed in: the server does not answer. Try again.", "Sie sind noch angemeldet: Der Server antwortet nicht. Versuchen Sie es noch einmal."],
  NextPairsMissing: ["Your judgement is saved, but the next pairs could not be loaded.", "Ihr Urteil ist gespeichert, aber die nächsten Paare waren nicht zu bekommen."],
  NotInQueue: ["Not saved: this pair is no longer yours.", "Nicht gespeichert: Dieses Paar gehört nicht mehr Ihnen."],
  Refused: ["Not saved: the campaign or your part in it has changed.", "Nicht gespeichert: Die Kampagne oder Ihr Anteil daran hat sich geändert."],
  conflict: ["Two machines have different judgements of this pair. Judge it again.", "Zu diesem Paar trafen verschiedene Urteile zweier Rechner zusammen. Beurteilen Sie es noch einmal."],
  "key-note": ["Write a note (Esc saves it)", "Notiz schreiben (Esc behält sie)"],
  "key-guideline": ["Show or hide the guideline", "Leitfaden zeigen oder ausblenden"],
  "key-next": ["Next pair", "Nächstes Paar"], "key-previous": ["Previous pair", "Voriges Paar"],
  "key-query": ["Next query", "Nächste Anfrage"], "key-undo": ["Undo", "Rückgängig"],
  "key-redo": ["Redo", "Wiederholen"], "key-history": ["Search your judgements", "Eigene Urteile suchen"],
  "key-help": ["These keys", "Diese Tasten"], "key-scroll": ["Scroll the paper", "Im Paper blättern"],
};
const LANGUAGE = (navigator.language || "en").startsWith("de") ? "de" : "en";
const number = (value, digits = 0) =>
  new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: digits }).format(value);
const word = (name, ...values) =>
  values.reduce((text, value, at) => text.replace(`{${at}}`, () => value), WORDS[name]?.[LANGUAGE === "de" ? 1 : 0] ?? name);
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

async function insist(ask, why) { // until the server answers
  for (let pause = 500, said = false; ; pause = Math.min(2 * pause, 10000), said = true) {
    let answer = null;
    try { answer = await ask(); } catch { /* no network: as if it had not been answered */ }
    if (answer && answer.status !== 429 && answer.status < 500) {
      if (said) say("");
      return answer;
    }
    say(why);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function send(wanted) {
  const ask = () => insist(() => call("/api/act", wanted), "retrying");
  const answer = await ask();
  if (answer.status === 403) await reread();
  settle(wanted, answer.status === 403 ? await ask() : answer);
}

function settle(wanted, answer) {
  keep(kept().filter((each) => each.id !== wanted.id));
  if (answer.status === 200) {
    say("");
    if (wanted.do === "judge") restart();
    show(answer.data);
    announce(wanted);
  } else if (answer.status === 401) {
    showOutside("NotInvited");
  } else {
    say(WORDS[answer.kind] ? answer.kind : "Refused");
    reread();
  }
}

async function reread() {
  const answer = await insist(() => call("/api/view"), "no-answer");
  if (answer.status === 200) show(answer.data);
  else showOutside("NotInvited");
}

async function start() {
  showMessage(word("loading"));
  const token = location.hash.slice(1);
  if (!token) { await reread(); sendKept(); return; }
  history.replaceState(null, "", location.pathname); // the link is in no list of visited pages
  const answer = await insist(() => call("/api/session", {}, { Authorization: `Bearer ${token}` }), "no-answer");
  if (answer.status === 200) { show(answer.data); sendKept(); }
  else showOutside("NotInvited");
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
    button.setAttribute("aria-pressed", given?.state === button.dataset.state);
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
  get("last-words").textContent = WORDS[`last-${kind}`] ? word(`last-${kind}`, grade) : "";
}

function showMessage(text, action = "", does = null) {
  get("pair").hidden = true;
  get("message").hidden = false;
  get("message-text").textContent = text;
  get("message-act").hidden = !action;
  get("message-act").textContent = action && word(action);
  get("message-act").onclick = does;
}

function showOutside(why) { // whoever is not signed in
  view = null;
  get("foot").hidden = true;
  showMessage(word(why));
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
    const answer = await call("/api/leave", {}).catch(() => null);
    get("help").close();
    if (answer?.status === 204 || answer?.status === 401) showOutside("left_page");
    else say("not-left");
  };
  foldGuideline(matchMedia("(max-width: 720px)").matches);
  foldNote("");
  document.addEventListener("keydown", press);
  document.addEventListener("visibilitychange", attend);
  addEventListener("pagehide", leaveNote);
  addEventListener("hashchange", () => location.reload()); // another link was opened in this tab
  start();
}

build();

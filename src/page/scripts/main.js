// The page as a whole: which ply of which record is shown, and what keys and buttons do.

let records = [];
let looks = {};
let asked = {};
const state = {
  record: -1, mend: 0, node: null, path: [], plies: new Map(), tree: null, look: null, flipped: false, timer: 0,
};

const mendsOf = (index) => records[index].mends || [];

// A record as it stands, or as its proposal with that number (from 1) mends it.
function dataOf(index, mend) {
  const { n, file } = records[index];
  return mend ? { ...mendsOf(index)[mend - 1].data, n, file } : records[index];
}

const isTable = () => $("table-toggle").getAttribute("aria-pressed") === "true";

function showNode(node) {
  const before = state.node;
  state.node = node;
  const { look, tree } = state;
  const words = spoken(look, node);
  const turn = look.sides.find(([, letter]) => letter === node.tail.charAt(0));
  const label = `Board after ${node.number === 0 ? "no ply" : words}${turn ? `; ${turn[0]} to move` : ""}`;
  lay(look, state.flipped);
  showBoard(node, label);
  // The board may have made room for an illegal ply beyond its border.
  if ("x" in node.extra) measure();
  if (before && before !== node) glide(before, node);
  if (isTable()) showTable(node, label);
  $("said").textContent = words;
  const note = (dataOf(state.record, state.mend).notes || [])[node.extra.x ?? node.extra.w];
  const fault = note ? [make("span", { class: `fault ${note.severity}` }, `${note.code}: ${note.message}`)] : [];
  const cards = node.extra.k || [];
  $("cards").replaceChildren(...cards.map((card) => make("span", { class: /[♥♦]|red/.test(card) ? "red" : "black" }, card)));
  $("remark").replaceChildren(...fault, (node.extra.c || []).join(" "));
  $("position").textContent = writePosition(cellsAfter(node), look.columns.length, node.tail);
  for (const row of $("players").children) row.classList.toggle("moving", Boolean(turn) && row.dataset.side === turn[0]);
  if (state.path[node.number] !== node) state.path = pathThrough(node);
  const next = ahead();
  $("slider").max = state.path.length - 1;
  $("slider").value = node.number;
  $("slider").setAttribute("aria-valuetext", words);
  $("first").disabled = $("back").disabled = node.parent === null;
  $("forward").disabled = $("last").disabled = next === null;
  showBranches(node);
  markPly(node, tree.root);
  if (next === null) pause();
}

// The ply after the one that is shown, in the line that is shown: the slider and the arrow follow the same line.
const ahead = () => state.path[state.node.number + 1] || null;

// What might have been played instead of this ply, as buttons.
function showBranches(node) {
  const box = $("branches");
  box.hidden = node.choices.length < 2;
  box.replaceChildren();
  if (box.hidden) return;
  box.append(make("span", {}, "Instead:"));
  for (const choice of node.choices) {
    if (choice === node) continue;
    const button = make("button", { type: "button" }, choice.token);
    button.setAttribute("aria-label", choice.way === node.way.split(",").slice(0, -1).join(",")
      ? `Back from the variation: ${spoken(state.look, choice)}` : spoken(state.look, choice));
    button.addEventListener("click", () => go(choice));
    box.append(button);
  }
}

function showRecord(index, mend = 0) {
  if (state.record === index && state.mend === mend) return;
  pause();
  const data = dataOf(index, mend);
  const look = looks[data.look] || null;
  Object.assign(state, { record: index, mend, look, node: null, path: [], tree: look ? readRecord(data, look) : null });
  document.title = `${titleOf(data, look)} – ${pageTitle}`;
  $("which").textContent = `${grouped(index + 1)} of ${grouped(records.length)}`;
  lay(look, state.flipped);
  showHeader(data, look);
  $("stage").hidden = $("moves").hidden = !look;
  document.querySelector("main").classList.toggle("bare", !look);
  measure();
  showFiles(data);
  $("branches").hidden = true;
  if (look) {
    showPlayers(data, look);
    showMoves(index, data, look, state.tree.root);
    state.plies = new Map([...state.tree.byAddress.values()].map((node) => [node.link, node]));
  }
  showNotes(data, state.tree, go);
  showMends(mendsOf(index), tryMend);
  revealRow();
}

// Shows a record as a proposal mends it, and plays it from the change on; 0 is the record as it stands.
function tryMend(number) {
  const { record } = state;
  showRecord(record, number);
  $("mends").querySelector(`[data-mend="${number}"]`).focus({ preventScroll: true });
  if (!state.tree) return follow();
  const { ply } = number ? mendsOf(record)[number - 1] : {};
  const start = number ? state.tree.byAddress.get(String(Math.max(0, (ply || 1) - 1))) || lastOf(state.tree.root) : entry();
  showNode(start);
  follow();
  // On a phone the proposals stand below the board.
  if ($("board").getBoundingClientRect().bottom < 100) $("stage").scrollIntoView();
  if (number && start.next) play();
}

// Goes to a ply and lets the address follow.
function go(node) {
  if (!node || node === state.node) return;
  showNode(node);
  follow();
}

const hereMark = () => (state.node ? address(state.record, state.node)
  : `#record=${state.record + 1}${state.mend ? `&mend=${state.mend}` : ""}`);

// Puts what is shown into the address. Another record is another step of the browser's history, a ply is not.
function writeAddress(isStep) {
  if (location.hash === hereMark()) return;
  try {
    history[isStep ? "pushState" : "replaceState"](null, "", hereMark());
  } catch { /* a frame without an address of its own */ }
}

// Browsers stop addresses that change too often, so of many changes in a short time the last counts.
function follow() {
  if (follow.timer) return;
  const write = () => writeAddress(false);
  write();
  follow.timer = setTimeout(() => {
    follow.timer = 0;
    write();
  }, 60);
}

// Shows what the address names; what it does not name is the first record, its first illegal ply or its start.
function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.has("filter")) {
    readFilter(wanted.get("filter"));
    return;
  }
  // Other addresses are places on the page.
  if (state.record >= 0 && location.hash && !["record", "mend", "ply"].some((name) => wanted.has(name))) return;
  const number = Number(wanted.get("record") || 1);
  const index = Number.isInteger(number) && number >= 1 && number <= records.length ? number - 1 : 0;
  const mend = Number(wanted.get("mend") || 0);
  showRecord(index, Number.isInteger(mend) && mend >= 1 && mend <= mendsOf(index).length ? mend : 0);
  if (wanted.has("record")) toDesk();
  const isThere = index === number - 1;
  if (!isThere) tell(`There is no record ${wanted.get("record")} on this page`);
  if (!state.tree) return;
  if (!isThere) {
    showNode(entry());
    return;
  }
  const way = wanted.get("in");
  const named = `${wanted.get("ply")}${way ? `@${way}` : ""}`;
  const known = state.tree.byAddress.get(named) || state.tree.byAddress.get(`${wanted.get("ply")}`);
  if (wanted.has("ply") && !known) tell(`There is no ply ${wanted.get("ply")} in this record`);
  showNode(known || entry());
}

// Where a record is entered: where the page's writer says, else at its first fault, if it is invalid.
const entry = () => state.tree.byAddress.get(String(asked.ply))
  || (dataOf(state.record, state.mend).invalid
    && (firstIllegal(state.tree) || firstFault(records[state.record], state.tree)))
  || state.tree.root;

function turnTo(index) {
  document.querySelector("main").hidden = false;
  if (index === state.record) return;
  showRecord(index);
  if (state.tree) showNode(entry());
  writeAddress(true);
  toDesk();
}

// The plies from the start over this one to the end of its line.
function pathThrough(node) {
  const path = [];
  for (let before = node; before; before = before.parent) path.unshift(before);
  for (let behind = node.next; behind; behind = behind.next) path.push(behind);
  return path;
}

function lastOf(node) {
  let end = node;
  while (end.next) end = end.next;
  return end;
}

// Goes to the start, and back to the main line.
function toStart() {
  state.path = pathThrough(state.tree.root);
  showNode(state.tree.root);
  follow();
}

function choose(step) {
  const { choices } = state.node;
  const place = choices.indexOf(state.node);
  if (place >= 0) go(choices[(place + step + choices.length) % choices.length]);
}

function pause() {
  clearInterval(state.timer);
  state.timer = 0;
  $("play").setAttribute("aria-pressed", "false");
  $("play-name").textContent = "Play";
}

function play() {
  if (state.timer) return pause();
  if (!ahead()) go(state.tree.root);
  $("play").setAttribute("aria-pressed", "true");
  $("play-name").textContent = "Pause";
  const step = () => (ahead() ? go(ahead()) : pause());
  state.timer = setInterval(step, Number($("speed").value));
}

function tell(text) {
  $("told").textContent = text;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { $("told").textContent = ""; }, 4000);
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Where pages may not write to the clipboard: by a selection.
    const area = make("textarea", { readonly: true, class: "hidden" });
    area.value = text;
    const before = document.activeElement;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (before) before.focus({ preventScroll: true });
    if (!copied) return tell("The browser does not allow copying");
  }
  tell(done);
}

function flip() {
  state.flipped = !state.flipped;
  $("flip").setAttribute("aria-pressed", String(state.flipped));
  if (state.node) showNode(state.node);
}

function toggleTable() {
  const on = !isTable();
  $("table-toggle").setAttribute("aria-pressed", String(on));
  $("table").hidden = !on;
  if (on) showNode(state.node);
}

function toggleMenu() {
  const open = $("extras").hidden;
  $("extras").hidden = !open;
  $("menu").setAttribute("aria-expanded", String(open));
}

// Tells the style how high the header is and how wide the board is for its height: the board takes what is left.
function measure() {
  const root = document.documentElement.style;
  root.setProperty("--top", $("audit") ? "0px" : `${$("top").offsetHeight}px`);
  const view = board.svg && board.svg.viewBox.baseVal;
  if (view && view.height) root.setProperty("--ratio", (view.width / view.height).toFixed(4));
}

function help() {
  $("help").showModal();
}

const keys = {
  ArrowLeft: () => go(state.node.parent),
  ArrowRight: () => go(ahead()),
  ArrowUp: () => choose(-1),
  ArrowDown: () => choose(1),
  Home: toStart,
  End: () => go(state.path[state.path.length - 1]),
  " ": play,
  e: () => go(firstIllegal(state.tree)),
  f: flip,
  t: toggleTable,
  c: () => copy($("position").textContent, "Position copied"),
  m: toggleMenu,
};
const listKeys = {
  n: () => turnTo(neighbour(1)),
  p: () => turnTo(neighbour(-1)),
  "/": () => {
    openList(true);
    $("filter").focus();
  },
};

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || $("help").open) return;
  const at = event.target;
  const typing = at.matches("input[type=search], textarea, select");
  if (typing || (event.key === " " && at.matches("button, input, summary"))) return;
  if (at.matches("input[type=range]") && /^(Arrow|Home|End|Page)/.test(event.key)) return;
  if (event.key === "?") {
    help();
    event.preventDefault();
    return;
  }
  const act = (state.tree && keys[event.key]) || (records.length > 1 && listKeys[event.key]);
  if (!act) return;
  // Where nothing can be chosen the arrows scroll, as they do everywhere.
  if (/^Arrow(Up|Down)$/.test(event.key) && state.node.choices.length < 2) return;
  event.preventDefault();
  act();
  if (at.matches(".ply") && state.node && state.node.link) state.node.link.focus({ preventScroll: true });
}

function openList(open) {
  document.body.classList.toggle("listing", open);
  $("list-toggle").setAttribute("aria-expanded", String(open));
}

// What readers have chosen is kept where the browser allows it.
function remember(name, element, change) {
  try {
    const kept = localStorage.getItem(`scoresheet-${name}`);
    if (kept && [...element.options].some((option) => option.value === kept)) element.value = kept;
  } catch { /* nothing is kept */ }
  element.addEventListener("change", () => {
    try { localStorage.setItem(`scoresheet-${name}`, element.value); } catch { /* nothing is kept */ }
    change();
  });
  change();
}

function watch() {
  const click = (id, act) => $(id).addEventListener("click", act);
  click("first", keys.Home);
  click("back", keys.ArrowLeft);
  click("play", play);
  click("forward", keys.ArrowRight);
  click("last", keys.End);
  click("flip", flip);
  click("table-toggle", toggleTable);
  click("copy", keys.c);
  click("menu", toggleMenu);
  watchFiles();
  watchBoard();
  window.addEventListener("resize", measure);
  click("link", () => copy(location.href.split("#")[0] + hereMark(), "Address copied"));
  $("moves").addEventListener("click", (event) => {
    const link = event.target.closest(".ply");
    // With a modifier key a link does what links do.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(state.plies.get(link));
  });
  click("previous-record", listKeys.p);
  click("next-record", listKeys.n);
  click("list-toggle", () => {
    openList(!document.body.classList.contains("listing"));
    toDesk();
  });
  click("help-open", help);
  $("slider").addEventListener("input", () => go(state.path[Number($("slider").value)]));
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => {
    clearTimeout(follow.timer);
    follow.timer = 0;
    readAddress();
  });
  remember("theme", $("theme"), () => { document.documentElement.dataset.theme = $("theme").value; });
  remember("speed", $("speed"), () => {
    if (!state.timer) return;
    pause();
    play();
  });
}

const pageTitle = document.title;

async function begin() {
  $("title").textContent = pageTitle;
  try {
    looks = JSON.parse($("looks").textContent);
    asked = JSON.parse($("opening").textContent);
    records = await unpack();
  } catch (error) {
    $("broken").hidden = false;
    $("broken").textContent = `The records of this page cannot be read: ${error.message}`;
    return;
  }
  if (records.length === 0) {
    // The summary of an archive is worth a page even if nothing is wrong with it.
    document.body.classList.add("single");
    document.body.dataset.ready = String(Math.round(performance.now()));
    $("broken").hidden = Boolean($("audit"));
    $("broken").textContent = "There are no records on this page.";
    return;
  }
  document.body.classList.toggle("single", records.length === 1);
  document.body.classList.toggle("embedded", window.self !== window.top);
  $("desk").hidden = false;
  // The players and the event are the title, except where a summary stands before the records.
  if (!$("audit")) $("top").prepend($("names"));
  if (asked.theme) $("theme").value = asked.theme;
  if (asked.flipped) flip();
  watch();
  if (records.length > 1) {
    filterList();
    watchList();
  }
  // On a phone the page of an archive begins with its list.
  if ($("audit") && !location.hash.startsWith("#record=") && records.length > 1) openList(true);
  readAddress();
  document.body.dataset.ready = String(Math.round(performance.now()));
}

begin();

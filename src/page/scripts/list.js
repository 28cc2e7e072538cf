// The list of records, drawn in slices, with its filter.

const SLICE = 100;
const list = { shown: [], from: 0, to: 0, words: [] };

// All that the filter looks at, made when it is first asked for.
function haystack(index) {
  if (list.words[index] === undefined) {
    const data = records[index];
    const codes = (data.notes || []).map((note) => `code:${note.code}`);
    const mends = (data.mends || []).slice(0, 1).flatMap(({ kinds }) => kinds.map((kind) => `repair:${kind}`));
    const look = looks[data.look];
    const game = gameOf(data, look);
    const values = data.tags.map(([, value]) => value);
    list.words[index] = [...values, game, data.game, data.outcome, data.file, data.invalid ? "invalid" : "valid", ...codes,
      ...mends]
      .join("\n").toLowerCase();
  }
  return list.words[index];
}

function rowOf(index) {
  const data = records[index];
  const look = looks[data.look];
  const facts = [gameOf(data, look), tagOf(data, "Event"), tagOf(data, "Date")].filter(Boolean).join(" · ");
  const codes = [...new Set((data.notes || []).filter((note) => note.severity === "error").map((note) => note.code))];
  const link = make(
    "a", { href: `#record=${index + 1}`, class: data.invalid ? "row invalid" : "row", "data-record": index, tabindex: "-1" },
    make("span", { class: "number" }, grouped(index + 1)),
    make("span", { class: "title" }, titleOf(data, look)),
    make("span", { class: "facts" }, facts),
    make("span", { class: "outcome" }, data.invalid ? `invalid: ${codes.join(", ")}` : data.outcome),
  );
  link.append(...faultOf(data));
  return make("li", {}, link);
}

// Draws the next slice, or the one before those that are drawn.
function drawMore() {
  const rows = list.shown.slice(list.to, list.to + SLICE).map(rowOf);
  list.to += rows.length;
  $("rows").append(...rows);
  drawn();
}

function drawEarlier() {
  const box = $("rows");
  const height = box.scrollHeight;
  const start = Math.max(0, list.from - SLICE);
  box.prepend(...list.shown.slice(start, list.from).map(rowOf));
  list.from = start;
  box.scrollTop += box.scrollHeight - height;
  drawn();
}

// Begins anew with the slice in which a place of the list is.
function drawAt(place) {
  list.from = list.to = Math.max(0, place - (place % SLICE));
  $("rows").replaceChildren();
  drawMore();
}

function drawn() {
  $("earlier").hidden = list.from === 0;
  $("more").hidden = list.to >= list.shown.length;
  markRow();
}

// What looks for words: "7" is found in "Rival 7" and not in "7x6", for a number is no part of another word. Nor is "valid"
// one of "invalid".
function finder(words) {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const [before, behind] = [/^(\d|valid\b)/, /\d$/].map((whole) => whole.test(words));
  const expression = new RegExp(`${before ? "(?<![\\p{L}\\p{N}])" : ""}${escaped}${behind ? "(?![\\p{L}\\p{N}])" : ""}`, "u");
  return (index) => expression.test(haystack(index));
}

function filterList() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const invalidOnly = $("invalid-only").checked;
  const among = [...records.keys()].filter((index) => !invalidOnly || records[index].invalid);
  // Words that stand together somewhere are meant together; otherwise each may stand anywhere.
  list.shown = among.filter(finder(words.join(" ")));
  if (list.shown.length === 0 && words.length > 1) {
    const finders = words.map(finder);
    list.shown = among.filter((index) => finders.every((found) => found(index)));
  }
  drawAt(0);
  const all = grouped(records.length);
  $("found").textContent = list.shown.length === records.length
    ? `${all} records` : `${grouped(list.shown.length)} of ${all} records`;
}

// Makes a row the one that the Tab key reaches; the arrows go on from there.
function makeStop(row) {
  for (const old of $("rows").querySelectorAll("[tabindex='0']")) old.setAttribute("tabindex", "-1");
  if (row) row.setAttribute("tabindex", "0");
}

function onRowKey(event) {
  const item = event.target.closest("#rows li");
  const down = event.key === "ArrowDown";
  if (!item || !(down || event.key === "ArrowUp")) return;
  event.preventDefault();
  event.stopPropagation();
  if (down && !item.nextElementSibling && !$("more").hidden) drawMore();
  if (!down && !item.previousElementSibling && !$("earlier").hidden) drawEarlier();
  const next = down ? item.nextElementSibling : item.previousElementSibling;
  if (!next) return;
  makeStop(next.firstElementChild);
  next.firstElementChild.focus();
}

// Marks the record that is shown.
function markRow() {
  for (const old of $("rows").querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const row = $("rows").querySelector(`[data-record="${state.record}"]`);
  if (row) row.setAttribute("aria-current", "true");
  makeStop(row || $("rows").querySelector(".row"));
}

function revealRow() {
  const place = list.shown.indexOf(state.record);
  if (place >= 0 && (place < list.from || place >= list.to)) drawAt(place);
  markRow();
  const row = $("rows").querySelector("[aria-current]");
  const box = $("rows");
  if (!row || box.scrollHeight <= box.clientHeight) return;
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2;
}

// The record before or behind the one that is shown, among those that the filter lets through.
function neighbour(step) {
  const place = list.shown.indexOf(state.record);
  if (place < 0) return list.shown.length ? list.shown[0] : state.record;
  return list.shown[Math.min(Math.max(place + step, 0), list.shown.length - 1)];
}

function watchList() {
  $("filter").addEventListener("input", filterList);
  $("invalid-only").addEventListener("change", filterList);
  $("more").addEventListener("click", drawMore);
  $("rows").addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openList(false);
    turnTo(Number(row.dataset.record));
    if (!$("list").checkVisibility()) toDesk();
  });
  $("earlier").addEventListener("click", drawEarlier);
  $("rows").addEventListener("keydown", onRowKey);
  // On a desk the list scrolls, on a phone the page does.
  const scrolled = () => {
    const [box, more] = [$("rows"), $("more")];
    if (more.hidden || box.getClientRects().length === 0) return;
    const inner = box.scrollHeight > box.clientHeight + 1;
    const left = inner ? box.scrollHeight - box.scrollTop - box.clientHeight
      : more.getBoundingClientRect().top - window.innerHeight;
    if (left < 400) drawMore();
  };
  $("rows").addEventListener("scroll", scrolled);
  window.addEventListener("scroll", scrolled);
}

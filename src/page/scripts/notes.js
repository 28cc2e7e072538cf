// What the library says of a record: header, outcome, diagnostics.

const tagOf = (data, name) => {
  const found = data.tags.find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found ? found[1] : "";
};

// A name among others: marks that turn the direction of writing are left out, and what is written from the right is kept
// apart, so that it turns nothing around it.
function apart(name) {
  const text = name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
  return /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text;
}

// What a record is called: its players, or its event, or its number.
function titleOf(data, look) {
  const known = look ? look.sides.map(([name]) => name) : ["White", "Black", "Red", "Blue", "Green"];
  const players = known.map((name) => apart(tagOf(data, name))).filter(Boolean);
  if (players.length) return players.join(" – ");
  return apart(tagOf(data, "Event")) || `Record ${data.n}`;
}

function gameOf(data, look) {
  return look ? look.title : data.game || tagOf(data, "Game") || "no game";
}

// Where a record comes from, if the page's records come from several files.
const placeOf = (data) => (data.file ? `${data.file}, record ${data.n}` : "");

// Where and when it was played.
const factsOf = (data) => [tagOf(data, "Event"), tagOf(data, "Site"), tagOf(data, "Round") && `round ${tagOf(data, "Round")}`,
  tagOf(data, "Date")].filter((fact) => fact && fact !== "?").map(apart);

function showHeader(data, look) {
  $("heading").textContent = titleOf(data, look);
  const facts = factsOf(data);
  // Where no players are named, the event is the heading already.
  $("event").textContent = facts.filter((fact) => fact !== titleOf(data, look)).join(", ");
  const outcome = $("outcome");
  outcome.replaceChildren(
    make("span", { class: "game" }, gameOf(data, look)),
    make("span", { class: data.invalid ? "verdict invalid" : "verdict" }, data.invalid ? "invalid" : data.outcome),
  );
  if (data.invalid && data.outcome !== "unfinished") outcome.append(make("span", {}, data.outcome));
  if (data.opening) outcome.append(make("span", {}, `opening: ${data.opening}`));
  for (const [side, player] of data.players || []) outcome.append(make("span", {}, `after the swap ${side}: ${player}`));
  if (state.mend) outcome.append(make("span", {}, "mended"));
  if (data.brief) outcome.append(make("span", {}, "too large to be replayed here"));
  if (placeOf(data)) outcome.append(make("span", {}, placeOf(data)));
  $("tag-list").replaceChildren(...data.tags.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  $("tags").hidden = data.tags.length === 0;
}

function showPlayers(data, look) {
  const box = $("players");
  box.replaceChildren();
  for (const [index, [name]] of look.sides.entries()) {
    const player = tagOf(data, name);
    const piece = Object.values(look.pieces).find(([, , side]) => side === index);
    const row = make("span", { class: "player", "data-side": name });
    if (piece) {
      const icon = draw("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" });
      icon.append(draw("use", { href: `#${piece[0]}` }));
      row.append(icon);
    }
    row.append(make("span", { class: "side" }, name), " ", make("span", { class: "name" }, player));
    box.append(row);
  }
}

// The ply at fault that a note speaks of.
function nodeOf(note, index, tree) {
  for (const node of tree.byAddress.values()) if (node.extra.x === index || node.extra.w === index) return node;
  if (note.ply === undefined) return null;
  const way = note.in ? `@${note.in}` : "";
  return tree.byAddress.get(`${note.ply}${way}`) || null;
}

function showNotes(data, tree, go) {
  const boxes = (data.notes || []).map((note, index) => {
    const box = make("div", { class: `note ${note.severity}` });
    const place = [];
    if (note.ply !== undefined) place.push(`ply ${note.ply}${note.in ? ` in variation ${note.in}` : ""}`);
    if (note.rule) place.push(`rule ${note.rule}`);
    place.push(`line ${note.line}, column ${note.column}`);
    box.append(
      make("p", { class: "what" }, make("strong", {}, `${note.severity}: ${note.code}`), " ", note.message),
      make("p", { class: "place" }, place.join(" · ")),
    );
    if (note.help) box.append(make("p", { class: "cure" }, note.help));
    const node = tree && nodeOf(note, index, tree);
    if (node) {
      const button = make("button", { type: "button", class: "go" }, `Go to ply ${node.number}`);
      button.addEventListener("click", () => go(node));
      box.append(button);
    }
    return box;
  });
  $("notes").replaceChildren(...boxes);
}

// What mends an invalid record: a button for each proposal, which plays the mended game, and one for the record as it
// stands.
function showMends(mends, act) {
  const box = $("mends");
  box.hidden = mends.length === 0;
  if (box.hidden) return;
  const button = (number, ...text) => {
    const chosen = { type: "button", "aria-pressed": String(state.mend === number), "data-mend": number };
    const made = make("button", chosen, ...text);
    made.addEventListener("click", () => act(number));
    return make("li", {}, made);
  };
  const words = ({ words: text }) => text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
  box.replaceChildren(
    make("h3", {}, mends.length === 1 ? "This may have been meant" : "One of these may have been meant"),
    make("ol", {}, ...mends.map((mend, index) => button(index + 1, ...words(mend)))),
    make("ul", {}, button(0, "The record as it stands")),
  );
}

// The first ply that was illegal and refused, or else one that stood.
function firstIllegal(tree) {
  const nodes = [...tree.byAddress.values()];
  const main = (node) => node.way === "";
  return nodes.find((node) => "x" in node.extra && main(node)) || nodes.find((node) => "x" in node.extra)
    || nodes.find((node) => "w" in node.extra) || null;
}

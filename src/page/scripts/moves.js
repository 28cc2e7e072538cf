// The move list: turns in columns as on a scoresheet, interrupted by comments and variations.

const address = (record, node) => {
  const parts = [];
  if (records.length > 1) parts.push(`record=${record + 1}`);
  if (state.mend) parts.push(`mend=${state.mend}`);
  parts.push(`ply=${node.number}`);
  if (node.way) parts.push(`in=${node.way}`);
  return `#${parts.join("&")}`;
};

const sideName = (look, node) => look.sides[node.side][0];

// What is said of a ply: "Ply 14, White: c4!".
function spoken(look, node) {
  if (node.number === 0) return "Start";
  let text = `Ply ${node.number}, ${sideName(look, node)}: ${node.token}${node.extra.a || ""}`;
  if (node.way) text += `, in variation ${node.way.split(",").length > 1 ? node.way : node.way.split(".")[1]}`;
  if ("x" in node.extra) text += ", not carried out";
  if ("w" in node.extra) text += ", stood though illegal";
  if (node.extra.s) text += `. ${node.extra.s}`;
  return text;
}

function plyLink(record, look, node) {
  const classes = ["ply"];
  if ("x" in node.extra) classes.push("refused");
  if ("w" in node.extra) classes.push("stood");
  const link = make("a", {
    href: address(record, node), class: classes.join(" "), tabindex: "-1", "aria-label": spoken(look, node),
  }, node.token);
  if (node.extra.a) link.append(make("span", { class: "annotation" }, node.extra.a));
  node.link = link;
  return link;
}

const comment = (text) => make("span", { class: "comment" }, text);

// A line that is not the main one: running text, its own variations within.
function variation(record, look, first) {
  const block = make("div", { class: "variation" });
  let dots = true;
  for (let node = first; node; node = node.next) {
    for (const text of node.extra.p || []) block.append(comment(text), " ");
    if (node.side === 0 || dots || node.fresh) {
      block.append(make("span", { class: "number" }, `${node.turn}${node.side === 0 ? "." : "…"}`), " ");
    }
    dots = false;
    block.append(plyLink(record, look, node), " ");
    if (node.extra.s) block.append(make("span", { class: "points" }, node.extra.s), " ");
    for (const text of node.extra.c || []) {
      block.append(comment(text), " ");
      dots = true;
    }
    for (const head of node.variations || []) {
      if (head) block.append(variation(record, look, head));
      dots = true;
    }
  }
  return block;
}

// What stands between the turns because of a ply.
function interruption(record, look, node) {
  const parts = [];
  if (node.extra.s) parts.push(make("span", { class: "points" }, node.extra.s), " ");
  for (const text of node.extra.c || []) parts.push(comment(text), " ");
  for (const head of node.variations || []) if (head) parts.push(variation(record, look, head));
  return parts.length ? make("div", { class: "between" }, ...parts) : null;
}

function showMoves(record, data, look, root) {
  const list = $("moves");
  const sides = look.sides.length;
  list.replaceChildren();
  list.style.setProperty("--sides", sides);
  const intro = data.intro
    ? [make("div", { class: "between" }, ...data.intro.flatMap((text) => [comment(text), " "]))] : [];
  if (!root.next) {
    list.append(...intro);
    list.append(make("p", { class: "none" }, "No plies."));
    return;
  }
  const head = make("div", { class: "turn head", "aria-hidden": "true" }, make("span"));
  for (const [name] of look.sides) head.append(make("span", {}, name));
  list.append(head, ...intro);
  let turn = null;
  let place = 0;
  for (let node = root.next; node; node = node.next) {
    if (node.fresh) list.append(make("div", { class: "between break" }, "break"));
    if (turn === null || node.side < place || node.fresh) {
      turn = make("div", { class: "turn" }, make("span", { class: "number" }, `${node.turn}.`));
      list.append(turn);
      place = 0;
    }
    for (; place < node.side; place += 1) turn.append(make("span", { class: "gone", "aria-hidden": "true" }, "…"));
    turn.append(plyLink(record, look, node));
    place += 1;
    const between = interruption(record, look, node);
    if (between) {
      list.append(between);
      turn = null;
    }
  }
}

// Marks the ply that is shown, and makes it the one that the Tab key reaches.
function markPly(node, root) {
  for (const old of $("moves").querySelectorAll("[aria-current], [tabindex='0']")) {
    old.removeAttribute("aria-current");
    old.setAttribute("tabindex", "-1");
  }
  const link = node.link || (root.next && root.next.link);
  if (link) link.setAttribute("tabindex", "0");
  if (!node.link) {
    $("moves").scrollTop = 0;
    return;
  }
  node.link.setAttribute("aria-current", "step");
  // Only the list is scrolled: on a phone the page must stay where the board is.
  const [box, at] = [$("moves").getBoundingClientRect(), node.link.getBoundingClientRect()];
  if (at.top < box.top + 40 || at.bottom > box.bottom - 40) {
    $("moves").scrollTop += at.top - box.top - box.height / 2;
  }
}

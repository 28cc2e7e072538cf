// The board: the library's drawing, pieces put on it, marks of the last ply, and the same as a table.

const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const board = { look: null, flipped: false, svg: null };

// The middle of a cell, or of a place beyond the border, in the drawing.
function middle(cell) {
  const { columns, rows } = board.look;
  let [column, row] = Array.isArray(cell) ? cell : [cell % columns.length, Math.floor(cell / columns.length)];
  if (board.flipped && board.look.turned[0]) column = columns.length - 1 - column;
  if (board.flipped && board.look.turned[1]) row = rows.length - 1 - row;
  const [x, y] = board.look.corner;
  return [x + column * board.look.cell, y + row * board.look.cell];
}

const squareName = (cell) => {
  const { columns, rows } = board.look;
  return `${columns[cell % columns.length]}${rows[Math.floor(cell / columns.length)]}`;
};

// Puts the ground of a look on the page, unless it lies there.
function lay(look, flipped) {
  if (board.look === look && board.flipped === flipped) return;
  Object.assign(board, { look, flipped });
  $("board").replaceChildren();
  board.svg = null;
  if (!look) return;
  const ground = $(`${flipped ? "flipped" : "board"}-${look.board}`).content.firstElementChild.cloneNode(true);
  ground.setAttribute("role", "img");
  board.svg = ground;
  $("board").append(ground);
}

const along = (cells) => cells.map((cell) => middle(cell).join(",")).join(" ");

// The head of an arrow that ends in the last of these places, and where its shaft ends: the piece stays to be seen.
function tip(places, cell) {
  const [[fromX, fromY], [x, y]] = places.slice(-2);
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const at = (back, aside) => [x - (dx * back - dy * aside) * cell, y - (dy * back + dx * aside) * cell];
  const d = `M${at(0.4, 0)}L${at(0.7, 0.175)}L${at(0.7, -0.175)}z`;
  return { d, base: at(0.63, 0) };
}

const joined = (places) => places.map((place) => place.join(",")).join(" ");

// The path of a piece, which lies below the pieces and hides none of those it went over; dashed if the piece was
// relocated, which the move brought about.
function markWay(way, index) {
  const { cell } = board.look;
  const places = way.map(middle);
  const head = tip(places, cell);
  const points = joined([...places.slice(0, -1), head.base]);
  return [
    draw("polyline", { points, class: "halo", "stroke-width": cell * 0.15 }),
    draw("polyline", { points, class: index ? "way relocated" : "way", "stroke-width": cell * 0.075 }),
    ...places.slice(0, -1).map(([cx, cy], place) => draw("circle", { cx, cy, r: cell * (place ? 0.1 : 0.15), class: "from" })),
    draw("path", { d: head.d, class: "tip", "stroke-width": cell * 0.03 }),
  ];
}

// Where the last ply ended, in every game alike: the corners of the square, which every piece leaves free.
function markLast(way) {
  const { cell, ground, turned } = board.look;
  const [x, y] = middle(way[way.length - 1]);
  const [half, arm] = [cell * 0.45, cell * 0.2];
  const gap = 2 * (half - arm);
  const d = `M${x - half} ${y - half + arm}v${-arm}h${arm}m${gap} 0h${arm}v${arm}m0 ${gap}v${arm}h${-arm}m${-gap} 0h${-arm}v${-arm}`;
  const marks = [draw("path", { d, class: "here", "stroke-width": cell * 0.075 })];
  // A frame is as dark as the mark.
  if (ground === "frame") marks.unshift(draw("path", { d, class: "halo", "stroke-width": cell * 0.15 }));
  if (ground === "chutes") {
    // The place where a piece enters shows a push.
    const above = !(board.flipped && turned[1]);
    const row = Math.round(y / cell - 0.5);
    const edge = row === (above ? 0 : board.look.rows.length - 1);
    const [base, point] = edge && above ? [-18, -6] : [y + 38, y + 26];
    if (edge) marks.push(draw("path", { d: `M${x - 9} ${base}h18L${x} ${point}z`, class: "push" }));
  }
  return marks;
}

// Makes the drawing so large that this place lies in it: an illegal ply may lie beyond the border.
function makeRoom(x, y, around) {
  const view = board.svg.viewBox.baseVal;
  const [left, top] = [Math.min(view.x, x - around), Math.min(view.y, y - around)];
  const [right, bottom] = [Math.max(view.x + view.width, x + around), Math.max(view.y + view.height, y + around)];
  board.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
}

// What an illegal ply tried: its path, dashed, and a cross at its end.
function markRefused(way) {
  const { cell } = board.look;
  const places = way.map(middle);
  const [x, y] = places[places.length - 1];
  const arm = cell * 0.25;
  makeRoom(x, y, cell * 0.4);
  const d = `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`;
  const marks = [
    draw("path", { d, class: "halo", "stroke-width": cell * 0.2 }),
    draw("path", { d, class: "cross", "stroke-width": cell * 0.11 }),
  ];
  if (places.length < 2) return marks;
  const points = joined(places);
  const [cx, cy] = places[0];
  return [
    draw("polyline", { points, class: "halo", "stroke-width": cell * 0.15 }),
    draw("polyline", { points, class: "way refused", "stroke-width": cell * 0.075 }),
    draw("circle", { cx, cy, r: cell * 0.15, class: "from refused" }), ...marks,
  ];
}

// A line that makes a ply illegal: a double three's threes.
function markOffending(cells) {
  const { cell } = board.look;
  const points = along(cells);
  return [
    draw("polyline", { points, class: "halo", "stroke-width": cell * 0.15 }),
    draw("polyline", { points, class: "offending", "stroke-width": cell * 0.065 }),
    ...cells.map((place) => {
      const [cx, cy] = middle(place);
      return draw("circle", { cx, cy, r: cell * 0.13, class: "spot", "stroke-width": cell * 0.04 });
    }),
  ];
}

// A line that decides the game or scores: a bar below its pieces, and rings, which hide nothing of them. Pieces on points
// leave no room around themselves, so their rings lie on them.
function markLine(cells, pieces) {
  const { cell, ground } = board.look;
  const points = along(cells);
  const bars = [
    draw("polyline", { points, class: "line-edge", "stroke-width": cell * 0.23 }),
    draw("polyline", { points, class: "line", "stroke-width": cell * 0.14 }),
  ];
  const r = cell * (ground === "points" ? 0.375 : 0.45);
  const rings = cells.filter((place) => pieces[place] !== "").flatMap((place) => {
    const [cx, cy] = middle(place);
    return [
      draw("circle", { cx, cy, r, class: "ring-edge", "stroke-width": cell * 0.14 }),
      draw("circle", { cx, cy, r, class: "ring", "stroke-width": cell * 0.085 }),
    ];
  });
  return { bars, rings };
}

// An exclamation mark at a ply that was illegal and stood.
function markStood(way) {
  const { cell } = board.look;
  const [x, y] = middle(way[way.length - 1]);
  const [cx, cy] = [x + cell * 0.33, y - cell * 0.33];
  const text = draw("text", { x: cx, y: cy + cell * 0.11, "font-size": cell * 0.32, class: "badge-text" });
  text.textContent = "!";
  return [draw("circle", { cx, cy, r: cell * 0.2, class: "badge", "stroke-width": cell * 0.04 }), text];
}

// Shows the position after a ply.
function showBoard(node, label) {
  const cells = cellsAfter(node);
  const pieces = [];
  cells.forEach((code, cell) => {
    if (code === "") return;
    const [x, y] = middle(cell);
    pieces.push(draw("use", { href: `#${board.look.pieces[code][0]}`, x, y, "data-square": squareName(cell) }));
  });
  const refused = "x" in node.extra;
  const trail = ways(node.operations);
  const lines = (node.extra.l || []).map((line) => markLine(line, cells));
  const rings = lines.flatMap((line) => line.rings);
  const onPieces = board.look.ground === "points";
  const marks = refused
    ? [...(node.extra.f || []).flatMap(markOffending), ...trail.flatMap(markRefused)]
    : trail.flatMap(markLast);
  if ("w" in node.extra) marks.push(...trail.flatMap(markStood));
  board.svg.querySelector(".lines").replaceChildren(
    ...lines.flatMap((line) => line.bars), ...(onPieces ? [] : rings),
    ...(refused ? [] : trail.flatMap((way, index) => (way.length > 1 ? markWay(way, index) : []))),
  );
  board.svg.querySelector(".pieces").replaceChildren(...pieces);
  board.svg.querySelector(".marks").replaceChildren(...(onPieces ? rings : []), ...marks);
  board.svg.setAttribute("aria-label", label);
}

// Lets the pieces of a ply glide to where they are now, or back to where they were; in a frame they fall.
function glide(from, to) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const forward = to.parent === from;
  const node = forward ? to : from;
  if (!(forward || from.parent === to) || "x" in node.extra) return;
  for (const way of ways(node.operations)) {
    const fell = board.look.ground === "frame" && forward && way.length === 1;
    const path = fell ? [[way[0] % board.look.columns.length, -1], way[0]] : forward ? way : [...way].reverse();
    if (path.length < 2) continue;
    const places = path.map(middle);
    const [x, y] = places[places.length - 1];
    const piece = board.svg.querySelector(`.pieces [x="${x}"][y="${y}"]`);
    if (!piece) continue;
    const steps = places.map((place) => ({ transform: `translate(${place[0] - x}px, ${place[1] - y}px)` }));
    piece.animate(steps, { duration: Math.min(120 + 90 * (places.length - 1), 600), easing: fell ? "ease-in" : "ease-in-out" });
  }
}

// The board as a table, for those who read it square by square.
function showTable(node, caption) {
  const { columns, rows, pieces } = board.look;
  const cells = cellsAfter(node);
  const corner = make("td");
  const head = make("tr", {}, corner, ...columns.map((name) => make("th", { scope: "col" }, name)));
  const body = rows.map((label, row) => make(
    "tr", {}, make("th", { scope: "row" }, String(label)),
    ...columns.map((_, column) => {
      const code = cells[row * columns.length + column];
      return code === "" ? make("td", {}, make("span", { class: "hidden" }, "empty")) : make(
        "td", {}, make("span", { "aria-hidden": "true" }, code), make("span", { class: "hidden" }, pieces[code][1]),
      );
    }),
  ));
  $("table").replaceChildren(make("table", {}, make("caption", {}, caption), head, ...body));
}

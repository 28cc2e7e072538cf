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
  const d = `M${at(0.33, 0)}L${at(0.66, 0.19)}L${at(0.66, -0.19)}z`;
  return { d, base: at(0.6, 0) };
}

// Marks what the last ply did, or tried to do; a piece that stands in a line has rings already.
function markWay(way, refused, inLine) {
  const { cell } = board.look;
  const kind = refused ? "refused" : "last";
  const [x, y] = middle(way[way.length - 1]);
  const marks = [];
  if (way.length > 1) {
    const places = way.map(middle);
    const head = tip(places, cell);
    const points = [...places.slice(0, -1), refused ? [x, y] : head.base].map((place) => place.join(",")).join(" ");
    marks.push(draw("polyline", { points, class: "halo", "stroke-width": cell * 0.17 }));
    marks.push(draw("polyline", { points, class: `way ${kind}`, "stroke-width": cell * 0.09 }));
    places.slice(0, -1).forEach(([cx, cy], index) => {
      marks.push(draw("circle", { cx, cy, r: cell * (index ? 0.09 : 0.14), class: `from ${kind}` }));
    });
    if (!refused) marks.push(draw("path", { d: head.d, class: "tip", "stroke-width": cell * 0.03 }));
  } else if (!refused && inLine) {
    marks.push(draw("circle", { cx: x, cy: y, r: cell * 0.14, class: "tip", "stroke-width": cell * 0.05 }));
  } else if (!refused) {
    const half = cell * 0.45;
    const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: cell * 0.16 };
    marks.push(draw("rect", { ...box, class: "halo", "stroke-width": cell * 0.12 }));
    marks.push(draw("rect", { ...box, class: "here", "stroke-width": cell * 0.065 }));
  }
  if (refused) {
    const arm = cell * 0.25;
    const d = `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`;
    marks.push(draw("path", { d, class: "halo", "stroke-width": cell * 0.2 }));
    marks.push(draw("path", { d, class: "cross", "stroke-width": cell * 0.11 }));
  }
  return marks;
}

// A line that decides the game or scores: a bar below its pieces, rings around them, which hide nothing of them.
function markLine(cells, pieces) {
  const { cell } = board.look;
  const points = along(cells);
  const bars = [
    draw("polyline", { points, class: "line-edge", "stroke-width": cell * 0.23 }),
    draw("polyline", { points, class: "line", "stroke-width": cell * 0.14 }),
  ];
  const rings = cells.filter((place) => pieces[place] !== "").flatMap((place) => {
    const [cx, cy] = middle(place);
    return [
      draw("circle", { cx, cy, r: cell * 0.45, class: "ring-edge", "stroke-width": cell * 0.14 }),
      draw("circle", { cx, cy, r: cell * 0.45, class: "ring", "stroke-width": cell * 0.085 }),
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
  const ringed = new Set((node.extra.l || []).flat());
  const marks = trail.flatMap((way) => markWay(way, refused, ringed.has(way[way.length - 1])));
  if ("w" in node.extra) marks.push(...trail.flatMap(markStood));
  board.svg.querySelector(".lines").replaceChildren(
    ...lines.flatMap((line) => line.bars), ...lines.flatMap((line) => line.rings),
  );
  board.svg.querySelector(".pieces").replaceChildren(...pieces);
  board.svg.querySelector(".marks").replaceChildren(...marks);
  board.svg.setAttribute("aria-label", label);
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

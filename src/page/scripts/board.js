// The board: the library's drawing, pieces put on it, marks of the last ply, and the same as a table.

const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const board = { look: null, flipped: false, svg: null };

// The middle of a cell in the drawing.
function middle(cell) {
  const { columns, rows } = board.look;
  let [column, row] = [cell % columns.length, Math.floor(cell / columns.length)];
  if (board.flipped) [column, row] = [columns.length - 1 - column, rows.length - 1 - row];
  const [x, y] = board.flipped ? board.look.flipped : board.look.corner;
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

function markWay(way, refused) {
  const { cell } = board.look;
  const kind = refused ? "refused" : "last";
  const marks = [];
  if (way.length > 1) {
    marks.push(draw("polyline", { points: along(way), class: `way ${kind}`, "stroke-width": cell * 0.09 }));
    const [x, y] = middle(way[0]);
    marks.push(draw("circle", { cx: x, cy: y, r: cell * 0.12, class: `from ${kind}` }));
  }
  const [x, y] = middle(way[way.length - 1]);
  const half = cell * 0.46;
  marks.push(draw("rect", {
    x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: cell * 0.14, class: `here ${kind}`,
    "stroke-width": cell * 0.06,
  }));
  if (refused) {
    const arm = cell * 0.28;
    const cross = `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`;
    marks.push(draw("path", { d: cross, class: "cross", "stroke-width": cell * 0.1 }));
  }
  return marks;
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
  const marks = ways(node.operations).flatMap((way) => markWay(way, refused));
  for (const line of node.extra.l || []) {
    marks.push(draw("polyline", { points: along(line), class: "line", "stroke-width": board.look.cell * 0.12 }));
  }
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

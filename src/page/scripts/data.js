// Records and positions: unpacks what the library wrote. Knows no rules.

const $ = (id) => document.getElementById(id);

// An element with attributes and children; text is always text, never markup.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

// A number for people, in groups of three digits.
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

async function unpack() {
  const source = $("records");
  if (source.type === "application/json") return JSON.parse(source.textContent);
  const letters = atob(source.textContent);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// A row of cells from the rows of a position string: "7/2R4" gives "", …, "R", …
function readRows(rows) {
  const cells = [];
  for (const [word] of rows.matchAll(/[A-Za-z](?:\(\d+\)|!)?|\d+/g)) {
    if (/^\d/.test(word)) for (let empty = Number(word); empty > 0; empty -= 1) cells.push("");
    else cells.push(word);
  }
  return cells;
}

// The position string: rows from the top, then what the library says behind them.
function writePosition(cells, columns, tail) {
  const rows = [];
  for (let start = 0; start < cells.length; start += columns) {
    let row = "";
    let empty = 0;
    for (const cell of cells.slice(start, start + columns)) {
      if (cell === "") {
        empty += 1;
        continue;
      }
      row += (empty || "") + cell;
      empty = 0;
    }
    rows.push(row + (empty || ""));
  }
  return tail ? `${rows.join("/")} ${tail}` : rows.join("/");
}

// Carries out operations ("36R", "36.", "165-135-103"; silent ones behind ";") on a copy of the cells.
function change(cells, operations) {
  const next = cells.slice();
  for (const operation of operations.split(/[,;]/)) {
    const way = operation.split("-").map((cell) => parseInt(cell, 10));
    if (operation === "") continue;
    if (way.length > 1) {
      const piece = next[way[0]];
      next[way[0]] = "";
      next[way[way.length - 1]] = piece;
    } else {
      const code = operation.replace(/^\d+/, "");
      next[way[0]] = code === "." ? "" : code;
    }
  }
  return next;
}

// The ways that are shown as the last ply: lists of cells. What an illegal ply tried may lead beyond the border, to a
// place that is told by column and row ("8/3").
function ways(operations) {
  const shown = operations.split(";")[0];
  const place = (text) => (text.includes("/") ? text.split("/").map((part) => Number(part) - 1) : parseInt(text, 10));
  return shown === "" ? [] : shown.split(",").map((way) => way.split("-").map(place));
}

// Makes the tree of plies of a record. Every ply knows the one before it, the next, and its alternatives.
function readRecord(record, look) {
  const root = {
    number: 0, parent: null, next: null, token: "", extra: {}, operations: "", way: "",
    cells: readRows(record.start), tail: record.tails[record.tail], turn: 0, choices: [],
  };
  const letters = look.sides.map(([, letter]) => letter);
  const byAddress = new Map([["0", root]]);
  const readLine = (nodes, parent, way) => {
    let before = parent;
    let first = null;
    for (const [token, operations, tail, extra = {}] of nodes) {
      const fresh = extra.b !== undefined;
      const start = fresh ? record.tails[extra.b[1]] : before.tail;
      const side = Math.max(0, letters.indexOf(start.charAt(0)));
      const same = before.parent !== null && !fresh && side > before.side;
      const turn = fresh ? 1 : same ? before.turn : before.turn + 1;
      const node = {
        token, operations, extra, way, side, turn, fresh, number: before.number + 1, parent: before, next: null,
        cells: null, tail: record.tails[tail], choices: [],
      };
      if (first === null) first = node;
      else before.next = node;
      if (extra.v) {
        const heads = extra.v.map((line, index) => {
          const inner = `${way}${way && ","}${node.number}.${index + 1}`;
          return readLine(line, before, inner);
        });
        const choices = [node, ...heads].filter(Boolean);
        for (const choice of choices) if (choice.choices.length < 2) choice.choices = choices;
        node.variations = heads;
      }
      byAddress.set(`${node.number}${way && `@${way}`}`, node);
      before = node;
    }
    return first;
  };
  root.next = readLine(record.line, root, "");
  return { root, byAddress };
}

// The cells after a ply, made once from those before it.
function cellsAfter(node) {
  const missing = [];
  let known = node;
  while (known.cells === null) {
    missing.push(known);
    known = known.parent;
  }
  for (const next of missing.reverse()) {
    let cells = next.parent.cells;
    if (next.fresh) cells = change(cells, next.extra.b[0]);
    next.cells = "x" in next.extra ? cells : change(cells, next.operations);
  }
  return node.cells;
}

// What readers take away: the board as a picture, the record as a file, the page within another one, a scoresheet on paper.

function save(name, type, content) {
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([content], { type })) });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Letters of all scripts stay, Latin ones without their accents: "Müller – 李雷" gives "Muller-李雷.svg".
const fileName = (ending) => {
  const plain = titleOf(records[state.record], state.look).normalize("NFKD").replace(/(\p{Script=Latin})\p{M}+/gu, "$1").normalize("NFC");
  const words = [...plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")].slice(0, 80).join("");
  return `${words.replace(/^-+|-+$/g, "") || `record-${records[state.record].n}`}${ending}`;
};

// A drawing that needs neither this page nor its style.
function standalone(drawing) {
  const copy = drawing.cloneNode(true);
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  for (const [index, element] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(originals[index]);
    // Not every program that reads drawings knows units.
    const fix = (names) => names.forEach((name) => element.setAttribute(name, style.getPropertyValue(name).replaceAll("px", "")));
    // Pieces are drawn once and used often, and take no colour from where they are used.
    if (element.matches("g")) fix(["fill", "stroke"].filter((name) => element.hasAttribute(name)));
    else if (!element.matches("svg, defs, use")) fix(["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity"]);
    if (element.matches("text")) fix(["text-anchor", "font-weight", "font-size"]);
    element.removeAttribute("class");
  }
  const { width, height } = drawing.viewBox.baseVal;
  for (const [name, value] of Object.entries({ xmlns: SVG, width, height, "font-family": "sans-serif" })) copy.setAttribute(name, value);
  copy.removeAttribute("aria-label");
  const title = draw("title", {});
  title.textContent = drawing.getAttribute("aria-label") || "";
  copy.prepend(title);
  return copy;
}

const drawingText = () => new XMLSerializer().serializeToString(standalone(board.svg));

function savePicture() {
  const url = URL.createObjectURL(new Blob([drawingText()], { type: "image/svg+xml" }));
  const picture = new Image();
  picture.addEventListener("load", () => {
    const canvas = make("canvas", { width: picture.width * 2, height: picture.height * 2 });
    const context = canvas.getContext("2d");
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    canvas.toBlob((blob) => save(fileName(".png"), "image/png", blob), "image/png");
  });
  picture.addEventListener("error", () => tell("The browser cannot draw the picture"));
  picture.src = url;
}

// Which files the library has written for a record.
function showFiles(data) {
  const files = data.files || {};
  $("save-text").hidden = !files.txt;
  $("save-sgf").hidden = !files.sgf;
  $("save-svg").hidden = $("save-png").hidden = !state.look;
}

function embedded() {
  const page = (location.href.split("#")[0] + hereMark()).replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const title = document.title.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  return `<${"iframe"} ${"src"}="${page}" title="${title}" width="100%" height="520" style="border: 0"></${"iframe"}>`;
}

// The plies of the main line: paper has the game, whatever variation is shown on the screen.
const pliesForPaper = () => pathThrough(state.tree.root).slice(1);

// Positions for paper: at most six, as far from each other as they can be, and the last one among them.
function positionsForPaper() {
  const plies = pliesForPaper();
  const most = 6;
  const nodes = plies.filter((_, index) => Math.ceil(((index + 1) * most) / plies.length) !== Math.ceil(((index + 2) * most) / plies.length));
  return nodes.length ? nodes.slice(-most) : [state.tree.root];
}

function figureForPaper(node) {
  showBoard(node, spoken(state.look, node));
  const picture = board.svg.cloneNode(true);
  const ply = `ply ${node.number}: ${node.token}`;
  const caption = node.number === 0 ? "the start" : "x" in node.extra ? `${ply}, not carried out` : `after ${ply}`;
  return make("figure", {}, picture, make("figcaption", {}, caption));
}

// The moves of the main line, without comments and variations: paper has two pages.
function scoreForPaper() {
  const score = make("div", { class: "score" });
  score.style.setProperty("--sides", state.look.sides.length);
  let turn = null;
  let place = 0;
  for (const node of pliesForPaper()) {
    if (node.fresh) score.append(make("div", { class: "break" }, "break"));
    if (turn === null || node.side < place || node.fresh) {
      turn = make("div", { class: "turn" }, make("span", { class: "number" }, `${node.turn}.`));
      score.append(turn);
      place = 0;
    }
    for (; place < node.side; place += 1) turn.append(make("span", { class: "gone" }, "…"));
    turn.append(make("span", { class: "x" in node.extra ? "ply refused" : "ply" }, node.token, node.extra.a || ""));
    place += 1;
  }
  return score;
}

// Says that paper has no room for comments and variations, where there are any.
function remarksForPaper() {
  const plies = pliesForPaper();
  const some = [
    plies.some((node) => node.extra.c || node.extra.p) && "comments",
    plies.some((node) => (node.variations || []).some(Boolean)) && "variations",
  ].filter(Boolean);
  return some.length ? [make("p", { class: "left-out" }, `Without the ${some.join(" and ")} of the record.`)] : [];
}

function preparePaper() {
  const paper = $("paper");
  paper.replaceChildren();
  if (!state.tree || !state.look || $("audit")) return;
  const data = dataOf(state.record, state.mend);
  const shown = state.node;
  const facts = [gameOf(data, state.look), ...factsOf(data), data.invalid ? "invalid" : data.outcome];
  const faults = (data.notes || []).filter((note) => note.severity === "error").slice(0, 3);
  const figures = positionsForPaper().map(figureForPaper);
  showBoard(shown, board.svg.getAttribute("aria-label"));
  paper.append(
    make("h1", {}, titleOf(data, state.look)), make("p", {}, [...new Set(facts)].join(" · ")),
    ...faults.map((note) => make("p", { class: "fault" }, `${note.code}: ${note.message}`)),
    scoreForPaper(), ...remarksForPaper(), make("div", { class: "diagrams" }, ...figures),
  );
  // Long tokens need wide columns, and the longest two lines; long games need small letters.
  const plies = pliesForPaper();
  const lengths = plies.map((node) => node.token.length).sort((one, other) => one - other);
  const usual = lengths[Math.floor(lengths.length * 0.8)] || 1;
  const sides = state.look.sides.length;
  const columns = Math.max(1, Math.min(4, Math.floor(84 / (4 + sides * (usual + 1)))));
  const lines = ((plies.length + 1) * 1.3) / sides / columns;
  paper.style.setProperty("--columns", columns);
  paper.style.setProperty("--letters", `${Math.max(5, Math.min(10, 480 / Math.max(lines, 1)))}pt`);
}

function watchFiles() {
  const click = (id, act) => $(id).addEventListener("click", act);
  click("save-svg", () => save(fileName(".svg"), "image/svg+xml", drawingText()));
  click("save-png", savePicture);
  click("save-text", () => save(fileName(".txt"), "text/plain", records[state.record].files.txt));
  click("save-sgf", () => save(fileName(".sgf"), "application/x-go-sgf", records[state.record].files.sgf));
  click("embed", () => copy(embedded(), "Markup copied"));
  click("print", () => window.print());
  window.addEventListener("beforeprint", preparePaper);
}

// On the board a wheel goes through the plies, and so does a finger that swipes.
function watchBoard() {
  let turned = 0;
  $("board").addEventListener("wheel", (event) => {
    const next = event.deltaY > 0 ? ahead() : state.node.parent;
    // Where there is no ply left, and where letters are made larger, the wheel does what it does elsewhere.
    if (event.ctrlKey || event.deltaY === 0 || !next) return;
    event.preventDefault();
    if (event.timeStamp - turned < 60) return;
    turned = event.timeStamp;
    go(next);
  }, { passive: false });
  let start = null;
  $("board").addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  $("board").addEventListener("touchend", (event) => {
    if (!start) return;
    const [end] = event.changedTouches;
    const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) go(across < 0 ? ahead() : state.node.parent);
  });
}

// What pages of whole archives have besides: places in files, and addresses that ask for a filter.

// The first thing that is wrong with a record of an archive, and where.
function faultOf(data) {
  if (!data.file) return [];
  const fault = (data.notes || []).find((note) => note.severity === "error");
  if (!fault) return [make("span", { class: "facts" }, placeOf(data))];
  return [
    make("span", { class: "fault" }, fault.message),
    make("span", { class: "facts" }, `${data.file}:${fault.line}:${fault.column}, record ${data.n}`),
  ];
}

// Where an invalid record is opened if no ply of it is illegal: at what its first error speaks of. A false result is
// seen at the end.
function firstFault(data, tree) {
  const notes = data.notes || [];
  const index = notes.findIndex((note) => note.severity === "error");
  const fault = notes[index];
  if (!fault) return null;
  return nodeOf(fault, index, tree) || (fault.code === "result-mismatch" ? lastOf(tree.root) : null);
}

// Lists what the address asks for (#filter=WORDS), and shows the first of it. A page holds some of an archive's records:
// where none of them has what is asked for, none is shown.
function readFilter(words) {
  $("filter").value = words;
  filterList();
  const [first = 0] = list.shown;
  const isNone = list.shown.length === 0;
  const none = records.length === 1 ? "The one record on this page does not have it" : `None of the ${grouped(records.length)} records on this page`;
  if (isNone) $("found").textContent = none;
  // A single record has no list, and stays.
  if (isNone && records.length === 1) tell(none);
  document.querySelector("main").hidden = isNone && records.length > 1;
  if (first !== state.record) {
    showRecord(first);
    if (state.tree) showNode(entry());
  }
  if (records.length > 1) openList(true);
  toDesk();
}

// Where a summary stands before the records, readers are taken past it.
function toDesk() {
  if ($("audit")) $("desk").scrollIntoView();
}

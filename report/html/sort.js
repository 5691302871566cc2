"use strict";
function prepare(table) {
  const body = table.tBodies[0], rows = [...body.rows];
  const number = text => parseFloat(text.replace(/\u2212/g, "-").replace(/[\s\u00a0\u202f]/g, ""));
  const value = (row, column) => {
    const text = row.cells[column].textContent.trim(), x = number(text);
    return x === x ? x : text;
  };
  const before = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    button.type = "button";
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "ascending" : "descending");
      rows.sort((a, b) => (down ? 1 : -1) * before(value(a, column), value(b, column)));
      body.append(...rows);
    });
  });
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = "Search";
  search.setAttribute("aria-label", "Search " + table.caption.textContent);
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  table.parentElement.before(search);
}
// Where a table is folded nothing is done to it before it is opened: browsers lay a folded table out as soon as it has a
// field for text in it, which of thousands of rows takes long.
for (const table of document.querySelectorAll("table.sortable")) {
  const folded = table.closest("details:not([open])");
  if (folded) folded.addEventListener("toggle", () => prepare(table), { once: true });
  else prepare(table);
}

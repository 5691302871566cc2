"use strict";
// Tables: a click on a head sorts, a field searches.
function prepare(table) {
  const bodies = [...table.tBodies], heads = [...table.tHead.rows[0].cells];
  const number = text => parseFloat(text.replace(/\u2212/g, "-").replace(/^[<>+]|[\s\u00a0\u202f]/g, ""));
  const value = (row, column) => {
    const text = row.cells[column] ? row.cells[column].textContent.trim() : "", x = number(text);
    return x === x ? x : text;
  };
  const before = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    button.type = "button";
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "ascending" : "descending");
      for (const body of bodies) {
        const rows = [...body.rows].filter(r => !r.classList.contains("group"));
        body.append(...rows.sort((a, b) => (down ? 1 : -1) * before(value(a, column), value(b, column))));
      }
    });
  });
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = "Search";
  search.setAttribute("aria-label", "Search " + table.caption.textContent);
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    for (const body of bodies) {
      for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    }
  });
  table.parentElement.before(search);
}
// Nothing is done to a folded table before it is opened: browsers lay it out as soon as it has a field for text in it,
// which takes long if it has thousands of rows.
for (const table of document.querySelectorAll("table.sortable")) {
  const folded = table.closest("details:not([open])");
  if (folded) folded.addEventListener("toggle", () => prepare(table), { once: true });
  else prepare(table);
}

// Figures: buttons save them as they stand on light paper, with all places in pixels and all colours in their elements.
function drawn(figure) {
  const shown = [...figure.querySelectorAll(":scope > svg")].find(s => s.getBoundingClientRect().width > 0);
  const width = shown.getBoundingClientRect().width, height = +shown.getAttribute("height");
  const copy = shown.cloneNode(true);
  figure.classList.add("light");
  const from = [...shown.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((e, i) => {
    for (const name of ["x", "x1", "x2", "cx", "width"]) {
      const at = e.getAttribute(name);
      if (at && at.endsWith("%")) e.setAttribute(name, String(parseFloat(at) * width / 100));
    }
    if (e.getAttribute("preserveAspectRatio")) {
      for (const name of ["width", "height", "viewBox", "preserveAspectRatio"]) e.removeAttribute(name);
      const path = e.firstElementChild, scaled = (all, to, x) => to + (x * width / 1000).toFixed(1);
      path.setAttribute("d", path.getAttribute("d").replace(/([ML])(-?[\d.]+)/g, scaled));
    }
    if (e.localName === "svg") e.setAttribute("overflow", "visible");
    if (/^[fk]\d/.test(e.getAttribute("class"))) {
      const style = getComputedStyle(from[i]);
      e.setAttribute("fill", style.fill);
      if (style.stroke !== "none") e.setAttribute("stroke", style.stroke);
    }
    e.removeAttribute("class");
    e.removeAttribute("id");
  });
  figure.classList.remove("light");
  for (const name of ["class", "aria-labelledby", "role"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.setAttribute("font-family", "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif");
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
function savePNG(figure, name) {
  const { text, width, height } = drawn(figure), image = new Image(), finer = 3;
  image.onload = () => {
    const canvas = document.createElement("canvas"), paper = canvas.getContext("2d");
    canvas.width = width * finer;
    canvas.height = height * finer;
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(blob => save(blob, name));
  };
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
}
function button(text, click) {
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = text;
  b.addEventListener("click", () => click(b));
  return b;
}
for (const figure of document.querySelectorAll("figure[data-name]")) {
  const name = figure.dataset.name, both = document.createElement("span");
  both.className = "save";
  both.append(
    button("SVG", () => save(new Blob([drawn(figure).text], { type: "image/svg+xml" }), name + ".svg")),
    button("PNG", () => savePNG(figure, name + ".png")));
  for (const b of both.children) b.setAttribute("aria-label", `Save ${name} as ${b.textContent}`);
  figure.querySelector("figcaption").prepend(both);
}

// Code: a button copies it.
for (const code of document.querySelectorAll(".code")) {
  code.append(button("Copy", async b => {
    const text = code.querySelector("code");
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      getSelection().selectAllChildren(text);
      document.execCommand("copy");
    }
    b.textContent = "Copied";
  }));
}

// A link to a folded section opens it, also in a frame without an address, in which links are not followed.
function unfold(hash) {
  const section = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  const folded = section && section.querySelector(":scope > details");
  if (folded) folded.open = true;
}
addEventListener("hashchange", () => unfold(location.hash));
addEventListener("click", event => {
  const link = event.target.closest('a[href^="#"]');
  if (link) unfold(link.hash);
}, true);
unfold(location.hash);

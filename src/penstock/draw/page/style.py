"""How the page looks: on light and dark screens and on paper; and the few lines that help links."""

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --pale: #5c6370; --line: #c9d0da; --fill: #eef2f7;
  --mark: #b3261e; --good: #1b6e3c; --link: #0b57a4; --named: #fdeceb; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
code, pre, ol.source { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .5rem; padding-bottom: .2rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .3rem; }
summary h3 { display: inline; }
p { margin: .5rem 0; max-width: 48rem; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; padding: 0; margin: 1rem 0 0; }
.verdict { display: inline-block; border: 2px solid; border-radius: .3rem; padding: 0 .5rem; white-space: nowrap; }
.bounded { color: var(--good); }
.unknown { color: var(--mark); }
.pale { color: var(--pale); }
.wide { overflow-x: auto; }
.beside { display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: flex-start; }
table { border-collapse: collapse; margin: .5rem 0 1rem; font-size: .92rem; overflow-wrap: break-word; }
caption { text-align: left; color: var(--pale); padding: .2rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .7rem; border-bottom: 1px solid var(--line); }
th:first-child { padding-left: .2rem; }
thead th { border-bottom: 2px solid var(--line); white-space: nowrap; }
td:last-child:not(.number) { min-width: 13rem; }
tbody th { font-weight: 600; min-width: 6rem; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
details { margin: .6rem 0; }
summary { cursor: pointer; }
details.growth { border: 1px solid var(--line); border-radius: .3rem; padding: .5rem .9rem; }
figure { margin: .8rem 0; }
figcaption { color: var(--pale); font-size: .9rem; }
.drawing { overflow-x: auto; border: 1px solid var(--line); border-radius: .3rem; }
.drawing svg { display: block; margin: 0 auto; }
.bar { display: block; }
.bar .declared { fill: none; stroke: var(--ink); }
.bar .bound, .bar .exact { fill: var(--good); }
.bar .over { fill: var(--mark); stroke: none; }
.bar .most { stroke: var(--ink); stroke-width: 2; }
pre { background: var(--fill); padding: .6rem .8rem; border-radius: .3rem; white-space: pre-wrap; }
ol.source { padding-left: 4.2rem; margin: .5rem 0; line-height: 1.45; }
ol.source li { white-space: pre-wrap; tab-size: 4; padding-left: .5rem; border-left: 4px solid transparent; }
ol.source li::marker { color: var(--pale); }
ol.source li.named { background: var(--named); border-left-color: var(--mark); font-weight: 600; }
ol.source li:target { outline: 2px solid var(--link); }
ol.source .back { font-weight: 400; font-size: .85em; padding-left: 1.5rem; white-space: normal; }
ul.steps { list-style: none; padding-left: .8rem; margin: .2rem 0 .6rem; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #16181d; --ink: #e8eaed; --pale: #a3acba; --line: #3d4450; --fill: #22262e;
    --mark: #ff8a80; --good: #7fd49b; --link: #8ab8ff; --named: #3b2224; }
  .drawing svg [fill="#ffffff"] { fill: #16181d; }
  .drawing svg [fill="#1a1a1a"] { fill: #e8eaed; }
  .drawing svg [fill="#404040"] { fill: #c3c9d4; }
  .drawing svg [fill="#666666"] { fill: #a3acba; }
  .drawing svg [fill="#eef2f7"] { fill: #2a2f3a; }
  .drawing svg [fill="#b3261e"] { fill: #ff8a80; }
  .drawing svg [stroke="#404040"] { stroke: #c3c9d4; }
  .drawing svg [stroke="#b3261e"] { stroke: #ff8a80; }
}
@page { size: A4; margin: 16mm 14mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, .screen { display: none; }
  a { color: inherit; text-decoration: none; }
  h2, h3, summary, caption, thead { break-after: avoid; }
  figure, tr, pre, .beside, ul.steps li, ol.source li { break-inside: avoid; }
  .wide, .drawing { overflow: visible; }
  .drawing svg { max-width: 100%; max-height: 160mm; height: auto; }
  .tall svg { max-height: 230mm; }
  details.growth { border: 0; padding: 0; }
  ol.source li.named, .bar { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""

# Not every browser opens a folded part when a link leads into it.
SCRIPT = """
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", unfold);
addEventListener("load", unfold);
"""

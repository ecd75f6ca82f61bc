/** One style sheet, allowed by its digest in the content security policy. Colours hold 4.5:1 on their ground in both schemes. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fbfbf9;--card:#fff;--ink:#1d1f21;--soft:#555b61;--line:#d9d9d4;--accent:#0b5cad;--critical:#a3001b;--high:#b3390a;--medium:#8a5a00;--low:#1f6b45;--info:#555b61;--ins:#d7f2dd;--del:#fbdcdc;--mark:#fff0b3;--outside:#b3390a;--local:#1f6b45;--model:#0b5cad}
@media screen and (prefers-color-scheme:dark){:root{--ground:#15171a;--card:#1d2024;--ink:#e8e8e4;--soft:#a5abb2;--line:#363b41;--accent:#7db8ff;--critical:#ff8795;--high:#ff9d6e;--medium:#f0bf5a;--low:#7fd6a6;--info:#a5abb2;--ins:#1d4428;--del:#55232a;--mark:#40370d;--outside:#ff9d6e;--local:#7fd6a6;--model:#7db8ff}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK JP",sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:74rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.25rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:0 0 .35rem}
h4{font-size:.95rem;margin:1rem 0 .35rem}
p{margin:.4rem 0}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible,.scroll:focus-visible,.quote:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono","Noto Sans Mono CJK JP",monospace;font-size:.85em;overflow-wrap:anywhere}
.soft{color:var(--soft)}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:.75rem 0 0;padding:0}
.box,.finding{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.1rem;margin:.75rem 0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.75rem;margin:0}
.facts div{min-width:0}
.facts dt{color:var(--soft);font-size:.85rem}
.facts dd{margin:0;font-size:1.15rem;font-variant-numeric:tabular-nums}
.finding{border-left:.4rem solid var(--info)}
.critical{border-left-color:var(--critical)}.high{border-left-color:var(--high)}.medium{border-left-color:var(--medium)}.low{border-left-color:var(--low)}
.tag{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:0 .55rem;font-size:.8rem;font-weight:600;margin-right:.4rem}
.tag.critical,.text-critical{color:var(--critical)}.tag.high,.text-high{color:var(--high)}.tag.medium,.text-medium{color:var(--medium)}.tag.low,.text-low{color:var(--low)}.tag.info,.text-info{color:var(--info)}
.ends{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
.end{min-width:0}
.quote{margin:.25rem 0;padding:.6rem .75rem;background:var(--ground);border:1px solid var(--line);border-radius:.35rem;white-space:pre-wrap;overflow-wrap:anywhere;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono","Noto Sans Mono CJK JP",monospace;font-size:.85rem;max-height:22rem;overflow:auto}
mark{background:var(--mark);color:inherit}
ins{background:var(--ins);text-decoration:none;border-bottom:2px solid var(--low)}
del{background:var(--del);text-decoration:line-through}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.35rem;background:var(--card);margin:.5rem 0}
table{border-collapse:collapse;width:100%;font-size:.88rem}
caption{text-align:left;color:var(--soft);padding:.5rem .6rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-top:1px solid var(--line)}
thead th{white-space:nowrap;border-top:0}
th,td{overflow-wrap:break-word}
td.wide{min-width:16rem;overflow-wrap:anywhere}
td.mono,th.mono{min-width:8.5rem}
th.gate,td.gate{min-width:11rem;white-space:normal;overflow-wrap:anywhere}
td.num{text-align:right;font-variant-numeric:tabular-nums}
tr.flip{background:var(--mark)}
td.stopped{color:var(--critical);font-weight:600}
details{margin:.5rem 0}
summary{cursor:pointer;font-weight:600}
.picture svg{max-width:100%;height:auto;min-width:20rem;display:block;margin:.5rem auto}
.picture svg.lanes{min-width:44rem;width:100%;margin:0}
.picture text{fill:var(--ink);font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
.id{white-space:nowrap;overflow-wrap:normal}
.picture polygon,.picture ellipse{stroke:var(--line)}
.picture .graph>polygon{fill:transparent;stroke:none}
.picture .node polygon,.picture .node path,.picture .node ellipse{fill:var(--card);stroke:var(--soft)}
.picture .cluster polygon,.picture .cluster path{fill:var(--ground);stroke:var(--line)}
.picture .edge path{stroke:var(--soft)}.picture .edge polygon{fill:var(--soft);stroke:var(--soft)}
.picture .edge.outside path,.picture .edge.tool path{stroke:var(--outside);stroke-width:2}.picture .edge.outside polygon,.picture .edge.tool polygon{fill:var(--outside);stroke:var(--outside)}
.picture .edge.local path{stroke:var(--local)}.picture .edge.local polygon{fill:var(--local)}
.picture .edge.model path,.picture .edge.peer path{stroke:var(--model)}.picture .edge.model polygon,.picture .edge.peer polygon{fill:var(--model)}
.lane{fill:var(--line)}.lane.root{fill:var(--accent);fill-opacity:.35}
.dot.critical{fill:var(--critical)}.dot.high{fill:var(--high)}.dot.medium{fill:var(--medium)}.dot.low{fill:var(--low)}.dot.info{fill:var(--info)}
.axis{stroke:var(--line)}
@media (max-width:640px){.picture svg{max-width:60rem}body{font-size:15px}main,header,footer{padding:0 .8rem}header{padding-top:1.2rem}.ends{grid-template-columns:1fr}.facts{grid-template-columns:1fr 1fr}.box,.finding{padding:.75rem .8rem}h1{font-size:1.4rem}}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb}body{font-size:10.5pt}nav,.skip{display:none}.finding,.box,tr{break-inside:avoid}h2,h3,h4{break-after:avoid}details::details-content{content-visibility:visible;display:block;height:auto}.scroll,.quote{overflow:visible;max-height:none}a{color:inherit;text-decoration:none}main,header,footer{max-width:none;padding:0}}
`;

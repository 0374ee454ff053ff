/** The looks of the HTML report: light and dark by the reader's system, narrow, and on paper. */

/** Nothing is loaded and nothing runs. */
export const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--card:#f6f8fa;--error:#b3261e;--warning:#8a5a00;--good:#1a6b33;--link:#0550ae;font:16px/1.55 system-ui,sans-serif}
@media(prefers-color-scheme:dark){:root{--paper:#16181c;--ink:#e6e8eb;--soft:#a4adb8;--line:#3b424b;--card:#1f2329;--error:#ff9a91;--warning:#e8bb57;--good:#7fd694;--link:#86bdff}}
*{box-sizing:border-box}
body{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 3rem;background:var(--paper);color:var(--ink);overflow-wrap:anywhere}
h1{font-size:1.7rem;line-height:1.25;margin:0}h2{font-size:1.3rem;margin:2.5rem 0 0;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.6rem 0 .6rem}h4{font-size:1rem;margin:0}h5{font-size:.8rem;font-weight:600;margin:0;color:var(--soft)}
p{margin:.35rem 0}a{color:var(--link)}code{font:.9em ui-monospace,monospace}
.summary{font-size:1.1rem;margin:1.2rem 0 0}.fine{font-size:.85rem;font-weight:400;color:var(--soft)}
article{margin:.8rem 0;padding:.8rem 1rem;background:var(--card);border:1px solid var(--line);border-left:4px solid var(--soft);border-radius:4px}
article.error{border-left-color:var(--error)}article.warning{border-left-color:var(--warning)}article.proven{border-left-color:var(--good)}
.error .mark{color:var(--error)}.warning .mark{color:var(--warning)}.proven .mark{color:var(--good)}
.suppressed .mark{color:var(--soft)}article.suppressed{border-left-color:var(--line)}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:.6rem 1.5rem;margin:.6rem 0}
blockquote{margin:.35rem 0;padding-left:.8rem;border-left:2px solid var(--soft)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line)}
td:first-child{font-variant-numeric:tabular-nums}td p{margin:0}footer{margin-top:3rem;border-top:1px solid var(--line)}
@media(max-width:34rem){body{padding:1rem .8rem}thead{display:none}tr,td{display:block;border:0;padding:0}tr{padding:.5rem 0;border-bottom:1px solid var(--line)}td[data-name]::before{content:attr(data-name) ' '}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#999;--card:#fff;--error:#8c1d18;--warning:#6b4600;--good:#14532d;--link:#000;font-size:10.5pt}
body{max-width:none;padding:0}article,tr{break-inside:avoid}h2,h3{break-after:avoid}a[href]::after{content:' <' attr(href) '>';font-size:.85em}}
`;

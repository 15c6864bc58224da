/** The style of the service's own pages, in the colours of the house. */
export const STYLE = `
:root {
  --ground: #f7f5f1; --surface: #ffffff; --text: #191c21; --muted: #5c6370; --line: #e3ded5; --primary: #8a5a00;
  --win: #1d7f4b; --danger: #b3261e; --info: #1f5fbf;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1116; --surface: #161b22; --text: #f2efe8; --muted: #a7adb8; --line: #2b3340; --primary: #d9a441;
    --win: #5cc98b; --danger: #f0716a; --info: #6fa8f5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.55 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; max-width: 1040px; margin: 0 auto; padding: 20px 20px 0; }
header nav { display: flex; flex-wrap: wrap; gap: 4px 20px; }
.mark { color: var(--primary); font-size: 17px; font-weight: 650; letter-spacing: .02em; text-decoration: none; }
main { max-width: 1040px; margin: 0 auto; padding: 12px 20px 64px; }
h1 { margin: 32px 0 8px; font-size: 30px; line-height: 1.2; font-weight: 650; }
.is-alone main { max-width: 640px; padding-top: 6vh; }
h2 { margin: 40px 0 8px; font-size: 22px; font-weight: 650; }
h3 { margin: 20px 0 4px; font-size: 15px; font-weight: 650; }
p { max-width: 70ch; margin: 8px 0; }
a { color: var(--primary); text-underline-offset: 3px; }
header a { padding: 6px 0; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--primary); outline-offset: 3px; border-radius: 4px; }
.lead { font-size: 17px; color: var(--muted); }
.muted { color: var(--muted); }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { overflow-x: auto; margin: 8px 0; padding: 14px 16px; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 16px; margin: 28px 0; padding: 0; list-style: none; }
.cards a { display: block; height: 100%; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--primary); }
.cards strong { display: block; margin-bottom: 4px; font-size: 17px; font-weight: 650; }
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 9px 16px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--muted); font-size: 13px; font-weight: 600; }
details { margin: 8px 0; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; }
summary { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; padding: 12px 16px; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary code { font-weight: 650; overflow-wrap: anywhere; }
details > div { padding: 0 16px 14px; }
.method { min-width: 44px; color: var(--info); font: 650 13px/1.5 ui-monospace, monospace; }
.method.post { color: var(--win); }
.status { color: var(--muted); }
.status.bad { color: var(--danger); }
.chips { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; padding: 0; list-style: none; }
.chips a { display: block; padding: 1px 9px; border: 1px solid var(--line); border-radius: 999px; font-size: 13px; text-decoration: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 10px 24px; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; }
dt { color: var(--muted); }
dd { margin: 0; }
:lang(ar) body { font-family: "Noto Sans Arabic", system-ui, sans-serif; line-height: 1.7; }
:lang(ar) h1 { line-height: 1.4; }
@media (max-width: 560px) { dl { grid-template-columns: 1fr; gap: 2px; } dd { margin-bottom: 10px; } h1 { font-size: 24px; } }
`

import { PRINT } from '../../platform/poster-colours.ts'

const runs = Object.entries(PRINT)
  .map(([run, { paper, ink }]) => `.${run}{--paper:${paper};--ink:${ink}}`)
  .join('\n')

/** The look of the card, which stands alone on another site. */
export const STYLE = `
@font-face{font-family:Display;font-weight:800;font-display:swap;src:url(/offline/display.woff2) format('woff2')}
@font-face{font-family:Text;font-weight:400 650;font-display:swap;src:url(/offline/text.woff2) format('woff2')}
${runs}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:400 16px/1.4 Text,system-ui,sans-serif;overflow-wrap:anywhere}
a{color:inherit}
a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
main{display:flex;flex-wrap:wrap;min-height:100vh}
.art{flex:1 1 240px;min-height:160px;position:relative;overflow:hidden}
.art img{position:absolute;width:100%;height:100%;object-fit:cover;object-position:65% 50%}
.words{flex:1 1 260px;display:flex;flex-direction:column;gap:10px;padding:16px}
h1{font:800 36px/.94 Display,'Arial Narrow',sans-serif}
h1 a{text-decoration:none}
h2{font:800 27px/1 Display,'Arial Narrow',sans-serif}
.rule{height:11px;background:linear-gradient(var(--ink) 0 6px,transparent 0 9px,var(--ink) 0)}
.now{align-self:flex-start;display:flex;align-items:center;gap:10px;padding:4px 12px;background:var(--ink);color:var(--paper);font-weight:650}
.now i{display:grid;gap:4px}
.now i::before,.now i::after{content:'';width:7px;height:7px;border-radius:9px;background:var(--paper)}
.now i::after{opacity:.45}
.press{display:flex;align-items:center;justify-content:center;min-height:48px;margin-top:auto;padding:8px 20px;border-radius:999px;background:var(--ink);color:var(--paper);font-weight:650;text-align:center;text-decoration:none}
`

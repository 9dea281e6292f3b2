import { markup } from '#server/platform/http/markup.ts'

type Letter = {
  /** The address of a picture above the words; null where there is none. */
  readonly picture: string | null
  readonly heading: string
  readonly lines: readonly string[]
  /** What the letter is for: its one button. */
  readonly button: { readonly label: string; readonly href: string }
  /** Further news, each with its page. */
  readonly more: readonly { readonly text: string; readonly href: string }[]
  /** In small letters: why it came, and a link that ends it. */
  readonly foot: { readonly text: string; readonly label: string; readonly href: string } | null
}

// Mail programs read no style sheets: colours and sizes are those of web/ui/styles/tokens.css, written at each part.
const INK = '#10131c'
const TEXT = `margin:0 0 12px;font:400 17px/1.45 Arial,sans-serif;color:${INK}`
const SMALL = 'margin:0;font:400 14px/1.45 Arial,sans-serif;color:#55607a'

/** The letter for mail programs that show HTML: a poster, the words and one button. */
export function letterHtml({ picture, heading, lines, button, more, foot }: Letter): string {
  return markup`<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title></head>
<body style="margin:0;padding:16px;background:#eef2f6">
<div style="max-width:560px;margin:0 auto;background:#fff">
${picture === null ? [] : [markup`<img src="${picture}" alt="" width="560" style="display:block;width:100%;height:auto">`]}
<div style="padding:24px">
<h1 style="margin:0 0 12px;font:700 26px/1.1 Arial,sans-serif;color:${INK}">${heading}</h1>
${lines.map((line) => markup`<p style="${TEXT}">${line}</p>`)}
<p style="margin:20px 0 8px"><a href="${button.href}" style="display:inline-block;padding:16px 28px;border-radius:28px;background:#ff7a1a;color:#16100a;font:700 17px/1 Arial,sans-serif;text-decoration:none">${button.label}</a></p>
${more.map(({ text, href }) => markup`<p style="${TEXT}"><a href="${href}" style="color:${INK}">${text}</a></p>`)}
</div>
<div style="padding:0 24px 24px">
${foot === null ? [] : [markup`<p style="${SMALL}">${foot.text} <a href="${foot.href}" style="color:#55607a">${foot.label}</a></p>`]}
<p style="${SMALL}">«Бис»</p>
</div>
</div>
</body>
</html>
`.html
}

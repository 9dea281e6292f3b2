const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to show. */
export type Markup = { readonly html: string }

type Value = string | number | Markup | readonly Markup[] | null

/** A template that escapes its texts; pieces of markup and lists of them are inserted unchanged. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return raw(parts.map((part, at) => part + shown(values[at] ?? null)).join(''))
}

/** Markup of our own. */
export function raw(text: string): Markup {
  return { html: text }
}

function shown(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.replace(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign)
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('\n')
}

const WHOLE = rubleFormat(0)
const WITH_KOPECKS = rubleFormat(2)

function rubleFormat(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('ru-RU', {
    style: 'currency',
    currency: 'RUB',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Kopecks as «12 500 ₽» or «12 500,50 ₽». */
export function rubles(amount: number): string {
  return (amount % 100 === 0 ? WHOLE : WITH_KOPECKS).format(amount / 100).replace('-', '−')
}

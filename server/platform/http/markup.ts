const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to show. */
export type Html = { readonly html: string }

type Shown = string | number | Html | readonly Html[] | null | undefined

/** A template that escapes its texts; pieces of markup and lists of them are inserted unchanged. */
export function markup(parts: TemplateStringsArray, ...values: readonly Shown[]): Html {
  return { html: parts.map((part, at) => part + shown(values[at])).join('') }
}

function shown(value: Shown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.replace(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign)
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('\n')
}

/** Markup that was made here and not typed by a user. */
export function trusted(text: string): Html {
  return { html: text }
}

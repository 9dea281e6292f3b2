type JsonLdValue = string | number | boolean | null | JsonLd | readonly JsonLdValue[]

/** Structured text in the words of schema.org. */
export type JsonLd = { readonly [name: string]: JsonLdValue | undefined }

/**
 * Whether a page may carry this structured text. Search engines read what the server sends, and a
 * script made in the browser is what Trusted Types forbid: there only one that came with the page stays.
 */
export function servedJsonLd(wanted: JsonLd): boolean {
  if (typeof document === 'undefined') return true
  const served = document.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
  return served === escaped(JSON.stringify(wanted))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** As it stands in the page, where the text must not end the script that holds it. */
function escaped(json: string): string {
  return json.replace(/[&<>\u2028\u2029]/g, (sign) => ESCAPES[sign] ?? sign)
}

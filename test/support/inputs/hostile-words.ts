const NO_SIGN = '\u200B'
const RIGHT_TO_LEFT = '\u200F'

/** Marks piled on one letter; a text that turns the reading direction. */
export const ZALGO = `А${'\u0301'.repeat(30)}ня`
export const TURNED = 'Аня\u202Eцень\u2066'

/**
 * Texts that try to become a part of a page, of a calendar or of a feed, one of each kind. Any of them that runs sets
 * `__xss` on the window. Each fits into every field.
 */
export const HOSTILE: readonly string[] = [
  '<script>window.__xss=1</script>',
  '"><img src=x onerror=window.__xss=1>',
  "'><svg/onload=window.__xss=1>",
  '</script><script>window.__xss=1//',
  '</title></style></textarea><script>window.__xss=1</script>',
  'javascript:window.__xss=1',
  '[жми](javascript:window.__xss=1)',
  "{{constructor.constructor('window.__xss=1')()}}",
  '${window.__xss=1}<%=window.__xss=1%>',
  'AT&T ]]> <!-- &nosuch;',
  '&lt;img src=x onerror=window.__xss=1&gt;',
  `<scr${NO_SIGN}ipt>window.__xss=1</scr${NO_SIGN}ipt>${RIGHT_TO_LEFT}`,
  'вечер\r\nEND:VEVENT\r\nX-XSS:1\r\nSet-Cookie: xss=1',
  '<iframe srcdoc="<script>top.__xss=1</script>"></iframe>',
  '<form action=javascript:window.__xss=1><button>жми',
]

/** As many kinds as fit into a field of `most` characters, starting with the kind of number `first`. */
export function hostile(first: number, most: number, between = ' '): string {
  const kinds = HOSTILE.map((_, at) => HOSTILE[(first + at) % HOSTILE.length] ?? '')
  let words = ''
  for (const kind of kinds) {
    const longer = words === '' ? kind : `${words}${between}${kind}`
    if (longer.length > most) break
    words = longer
  }
  return words
}

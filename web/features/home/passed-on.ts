/** What our own forms put into the address of the first page. */
const OURS: ReadonlySet<string> = new Set(['index', 'thanks'])

/** The query string that goes along to the login and the sign-up, letter for letter, without what is ours alone. */
export function passedOn(search: string): string {
  const parts = search.replace(/^\?/u, '').split('&')
  const kept = parts.filter((part) => part !== '' && !OURS.has(part.split('=')[0] ?? ''))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** The address with one of our own words in its query string. */
export function withWord(search: string, word: 'index' | 'thanks'): string {
  const rest = passedOn(search).slice(1)
  return `/?${word}${rest === '' ? '' : `&${rest}`}`
}

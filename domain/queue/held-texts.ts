import { hasContacts } from '#packages/word-filter/contacts.ts'
import { isAbusive } from '#packages/word-filter/word-filter.ts'

/** What everybody but the artist sees in place of a title that is held back. */
export const HELD_TITLE = 'скрыто'

/**
 * Whether the texts of a listener, which are shown beside each other, are held back until the artist opens them: abuse,
 * telephone numbers, addresses of sites, «@names».
 */
export function isHeldBack(...texts: readonly string[]): boolean {
  const whole = texts.join(' ')
  return hasContacts(whole) || [...texts, whole].some((text) => isAbusive(text))
}

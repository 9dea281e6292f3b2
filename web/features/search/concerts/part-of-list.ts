/** So many concerts come at once. */
export const PAGE = 15
/** Nobody scrolls farther than that, and no address may ask for more. */
const MOST_SHOWN = 300

/** How many concerts the address asks for: as many as were seen when the page was left. */
export function shownIn(search: URLSearchParams): number {
  const asked = Number(search.get('shown'))
  if (!Number.isSafeInteger(asked) || asked < PAGE) return PAGE
  return Math.min(Math.ceil(asked / PAGE) * PAGE, MOST_SHOWN)
}

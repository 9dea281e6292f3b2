const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * Takes what a datetime-local field holds («2026-12-05T20:00») and gives that moment with the offset
 * of the browser's zone («2026-12-05T20:00+03:00»). Text that is no such moment comes back as it is,
 * for the rules to refuse.
 */
export function withOffset(local: string): string {
  const at = new Date(local)
  if (!LOCAL.test(local) || Number.isNaN(at.getTime())) return local
  const minutes = -at.getTimezoneOffset()
  const sign = minutes < 0 ? '-' : '+'
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${local}${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

/** The moment as a datetime-local field wants it, by the browser's clock. */
export function localText(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

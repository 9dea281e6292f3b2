/** Whether YYYY-MM-DD is a day that exists: `Date` reads 30 February as 2 March without a word. */
export function isCalendarDay(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

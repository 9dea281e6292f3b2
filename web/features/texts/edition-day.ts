const DAY = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })

/** «22 ноября 2026 г.» of `2026-11-22`. */
export function editionDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

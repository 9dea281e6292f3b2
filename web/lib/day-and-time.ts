const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('ru-RU', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  })
  formats.set(zone, made)
  return made
}

/** «21 нояб. 2026 г., 21:30»: with the year, for what is read long after. `moment` is ISO 8601, `zone` an IANA name. */
export function dayAndTime(moment: string, zone: string): string {
  return formatOf(zone).format(new Date(moment))
}

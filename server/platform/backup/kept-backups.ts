const HOURS_KEPT = 24
const DAYS_KEPT = 7
const NAME = /^bis-(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\dZ\.backup$/u

/** The name of a backup of that second; names in order of the alphabet are in order of time. */
export function nameOfBackup(at: Date): string {
  return `bis-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/** When the backup of that name was made; null for a file that is none of ours. */
export function timeOfBackup(name: string): Date | null {
  if (!NAME.test(name)) return null
  const [day = '', time = ''] = name.slice(4, -8).split('T')
  return new Date(`${day}T${time.replaceAll('-', ':')}Z`)
}

/** Those of these files that are kept no longer: all but the last 24, and the last one of each of the last 7 days that have any. */
export function outlived(names: readonly string[]): string[] {
  const backups = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
  const kept = new Set(backups.slice(0, HOURS_KEPT))
  const days = new Map<string, string>()
  for (const name of backups) {
    const day = NAME.exec(name)?.[1] ?? ''
    if (!days.has(day)) days.set(day, name)
  }
  for (const name of [...days.values()].slice(0, DAYS_KEPT)) kept.add(name)
  return backups.filter((name) => !kept.has(name))
}

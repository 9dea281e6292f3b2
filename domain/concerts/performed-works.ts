import { Refusal } from '../refusal.ts'
import { isInRange } from '../songs/song-about.ts'
import { isCalendarDay } from '../time.ts'

/** The days of a list of performed works (YYYY-MM-DD), both included; null: no end. */
export type WorkDays = { readonly from: string | null; readonly till: string | null }

/** In years that the database knows. */
const DAY = /^[12]\d{3}-\d{2}-\d{2}$/u

/** Refuses VALIDATION at `from` and `till`. */
export function checkDays(typed: {
  readonly from?: string | undefined
  readonly till?: string | undefined
}): WorkDays {
  const dayOf = (name: 'from' | 'till') => {
    const day = typed[name] ?? ''
    if (day === '') return null
    if (!DAY.test(day) || !isCalendarDay(day))
      throw new Refusal('VALIDATION', 'Такого дня нет в календаре', name)
    return day
  }
  const days = { from: dayOf('from'), till: dayOf('till') }
  if (days.from !== null && days.till !== null && days.till < days.from)
    throw new Refusal('VALIDATION', 'Последний день раньше первого', 'till')
  return days
}

/** The length that is told: what the artist notes, else how long it took, where a song can last so long. */
export function lengthToTell(noted: number | null, played: number | null): number | null {
  if (noted !== null) return noted
  return played !== null && isInRange('seconds', played) ? played : null
}

type Work = {
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly musicBy: string
  readonly wordsBy: string
  readonly seconds: number | null
  readonly times: number
}

/** The works of several evenings as one list: each once, with how often it was played in all, by title. */
export function worksTogether(evenings: readonly { readonly works: readonly Work[] }[]): Work[] {
  const together = new Map<string, Work>()
  for (const { works } of evenings)
    for (const work of works) {
      const before = together.get(work.songId)
      together.set(work.songId, {
        ...work,
        seconds: before?.seconds ?? work.seconds,
        times: work.times + (before?.times ?? 0),
      })
    }
  return [...together.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'ru'))
}

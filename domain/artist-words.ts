import { tidyText } from './fields.ts'
import { Refusal, refuseFields } from './refusal.ts'
import { shortTimeAndDay } from './russian.ts'
import { DAY_MS } from './time.ts'

/** The most characters of an artist's word to his followers. */
export const WORD_MOST = 300
/** Words of an artist within WORDS_SPAN_MS. */
const WORDS_MOST = 2
export const WORDS_SPAN_MS = 7 * DAY_MS

/** Returns the text, normalized. Refuses VALIDATION at `text`. */
export function checkWord(typed: string): string {
  const text = tidyText(typed)
  if (text === '') throw refuseFields({ text: 'Напишите, что сказать' })
  const { length } = Array.from(text)
  if (length > WORD_MOST)
    throw refuseFields({ text: `Не длиннее ${WORD_MOST} символов, сейчас ${length}` })
  return text
}

/** When the next word may be said, by the moments of those within the span; null: now. */
export function nextWordAt(said: readonly Date[], now: Date): Date | null {
  const recent = said
    .map((at) => at.getTime() + WORDS_SPAN_MS)
    .filter((free) => free > now.getTime())
    .toSorted((a, b) => b - a)
  const free = recent[WORDS_MOST - 1]
  return free === undefined ? null : new Date(free)
}

/** Refuses TOO_MANY for the third word of a week. */
export function admitWord(said: readonly Date[], now: Date): void {
  const free = nextWordAt(said, now)
  if (free === null) return
  const when = shortTimeAndDay(free, 'Europe/Moscow', now)
  throw new Refusal('TOO_MANY', `На этой неделе вы уже писали дважды. Следующее слово: ${when}`)
}

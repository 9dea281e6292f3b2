import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { HOUR_MS, SECOND_MS } from '../time.ts'

/** Signals of the band: from any pad to all pads of the concert. */
export const SIGNALS = ['Ещё круг', 'Заканчиваем', 'Тише', 'Ко мне'] as const

/** How many signals of his own an artist may keep. */
export const OWN_SIGNALS_MOST = 4
/** In characters: read from two metres. */
export const SIGNAL_MAX = 20
/** How many of the last ones pads that were away can still read. */
export const SIGNALS_KEPT = 20
/** A signal that comes later than this after its press is not shown large. */
export const SIGNAL_FRESH_MS = 8 * SECOND_MS
/** How long a large one is shown. */
export const SIGNAL_SHOWN_MS = 3 * SECOND_MS
/** An older one means nothing any more. */
export const SIGNAL_LATEST_MS = HOUR_MS

/** Returns the artist's own signals, each once. Refuses VALIDATION at `signals`. */
export function checkOwnSignals(typed: readonly string[]): string[] {
  const signals = typed.map((words) =>
    checkLine(words, {
      field: 'signals',
      max: SIGNAL_MAX,
      blank: 'Напишите сигнал',
      tooLong: `Сигнал — не длиннее ${SIGNAL_MAX} символов, чтобы прочесть издалека`,
    }),
  )
  const own = [...new Set(signals)].filter((words) => !SIGNALS.some((known) => known === words))
  if (own.length > OWN_SIGNALS_MOST)
    throw new Refusal('VALIDATION', `Своих сигналов не больше ${OWN_SIGNALS_MOST}`, 'signals')
  return own
}

/** Refuses VALIDATION at `words` for a signal that the band does not have. */
export function admitSignal(words: string, own: readonly string[]): void {
  if (SIGNALS.some((known) => known === words) || own.includes(words)) return
  throw new Refusal('VALIDATION', 'Такого сигнала больше нет', 'words')
}

/** Whether a signal that was given at this time (ms since 1970) is shown large now. */
export function isFreshSignal(givenAt: number, now: number): boolean {
  return now - givenAt <= SIGNAL_FRESH_MS
}

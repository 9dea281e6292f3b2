import { checkLine } from '../fields.ts'
import { formatRubles, kopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'

/** In code points. */
export const FOR_WHOM_MAX = 40

/** The largest table number. */
export const TABLE_MOST = 999

/** The table of an address («7»); null where it is none. */
export function tableNumber(text: string | null): number | null {
  const table = /^\d{1,3}$/u.test(text ?? '') ? Number(text) : 0
  return table === 0 ? null : table
}

/** The table that a note names: «стол 7», «Аня, столик № 12», or nothing but its number; null where it names none. */
export function tableIn(note: string): number | null {
  const named = /(?:^|\P{L})стол(?:ик)?(?:у|а|ом)?\s*[№#]?\s*(\d{1,3})(?!\d)/iu.exec(note)
  return tableNumber(named?.[1] ?? note.trim().replace(/^[№#]\s*/u, ''))
}

/** «Стол 7», «Столы 7, 12». */
export function tableWords(tables: readonly number[]): string {
  return `${tables.length === 1 ? 'Стол' : 'Столы'} ${tables.join(', ')}`
}

/** In rubles: what a guest may give for a song in cash. */
export const CASH_MOST_RUBLES = 100_000

/**
 * The artist's note of a song that he added himself: for whom it is (a name, a table), that it was paid in cash, not
 * through this service, and how much, in kopecks, where he says it.
 */
export type OwnNote = {
  readonly forWhom: string
  readonly inCash: boolean
  readonly cash?: number | undefined
}

export const NO_NOTE: OwnNote = { forWhom: '', inCash: false }

/** Returns a note, normalized. Refuses VALIDATION at `forWhom`. */
export function checkNote({ forWhom, inCash, cash = 0 }: OwnNote): OwnNote {
  const rule = { field: 'forWhom', max: FOR_WHOM_MAX, blank: null } as const
  const tooLong = `Имя или стол — не длиннее ${FOR_WHOM_MAX} символов`
  return { forWhom: checkLine(forWhom, { ...rule, tooLong }), inCash: inCash || cash > 0, cash }
}

/** Joins the notes of a song that is added again while it waits: the later text, and the cash of both. */
export function joinNotes(before: OwnNote, added: OwnNote): OwnNote {
  return {
    forWhom: added.forWhom === '' ? before.forWhom : added.forWhom,
    inCash: before.inCash || added.inCash,
    cash: (before.cash ?? 0) + (added.cash ?? 0),
  }
}

/** «1 000 ₽ наличными»; null where nothing was paid so. */
export function cashWords({ inCash, cash = 0 }: Omit<OwnNote, 'forWhom'>): string | null {
  if (!inCash) return null
  return cash > 0 ? `${formatRubles(kopecks(cash))} наличными` : 'наличными'
}

/** «Для: Аня, стол 7 · 1 000 ₽ наличными»; null where nothing is noted. */
export function noteWords(note: OwnNote): string | null {
  const paid = cashWords(note)
  if (note.forWhom === '') return paid && paid.replace(/^н/u, 'Н')
  return [`Для: ${note.forWhom}`, ...(paid === null ? [] : [paid])].join(' · ')
}

/** Rethrows: TOO_MANY as ILLEGAL_STEP, since a pad waits as long as that says before it sends its next command. */
export function refuseForGood(failure: unknown): never {
  const tooMany = failure instanceof Refusal && failure.code === 'TOO_MANY'
  throw tooMany ? new Refusal('ILLEGAL_STEP', failure.message) : failure
}

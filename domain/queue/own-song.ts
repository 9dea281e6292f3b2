import { checkLine } from '../fields.ts'

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

/** The artist's note of a song that he added himself: for whom it is (a name, a table), and that it was paid in cash, not through this service. */
export type OwnNote = { readonly forWhom: string; readonly inCash: boolean }

export const NO_NOTE: OwnNote = { forWhom: '', inCash: false }

/** Returns a note, normalized. Refuses VALIDATION at `forWhom`. */
export function checkNote({ forWhom, inCash }: OwnNote): OwnNote {
  const rule = { field: 'forWhom', max: FOR_WHOM_MAX, blank: null } as const
  const tooLong = `Имя или стол — не длиннее ${FOR_WHOM_MAX} символов`
  return { forWhom: checkLine(forWhom, { ...rule, tooLong }), inCash }
}

/** Joins the notes of a song that is added again while it waits: the later text, and cash if either was in cash. */
export function joinNotes(before: OwnNote, added: OwnNote): OwnNote {
  return {
    forWhom: added.forWhom === '' ? before.forWhom : added.forWhom,
    inCash: before.inCash || added.inCash,
  }
}

/** «Для: Аня, стол 7 · наличными»; null where nothing is noted. */
export function noteWords({ forWhom, inCash }: OwnNote): string | null {
  if (forWhom === '') return inCash ? 'Наличными' : null
  return `Для: ${forWhom}${inCash ? ' · наличными' : ''}`
}

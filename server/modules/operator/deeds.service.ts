import { randomUUIDv7 } from 'node:crypto'
import { DEED_REASONS, DEEDS, ROLE_NAMES } from '#domain/accounts/operators.ts'
import type { DeedKind, DeedReason, Role } from '#domain/accounts/operators.ts'
import { csvText } from '#domain/csv.ts'
import type { Context } from '#server/context.ts'
import { addDeed, deedsPart } from './deeds.store.ts'

/** Who does it: an operator, or with `id: null` a command of the shell. */
export type Doer = { readonly id: string | null; readonly username: string; readonly role: string }

export type Deed = {
  readonly kind: DeedKind
  /** The account that it is about. */
  readonly artistId: string | null
  /** What it was done to, as the log names it. */
  readonly subject: string
  readonly reason?: DeedReason
  readonly words?: string
}

/** Writes what was done into the log, in the transaction that does it where there is one. */
export function logDeed(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: Doer,
  { kind, artistId, subject, reason, words = '' }: Deed,
): Promise<void> {
  return addDeed(sql, {
    id: randomUUIDv7(),
    at: now(),
    byId: by.id,
    byName: by.username,
    role: by.role,
    kind,
    artistId,
    subject,
    reason: reason === undefined ? '' : DEED_REASONS[reason],
    words,
  })
}

/** A command of the shell has no role. */
const roleName = (role: string) =>
  Object.hasOwn(ROLE_NAMES, role) ? ROLE_NAMES[role as Role] : role

const CSV_MOST = 100_000

export async function deedsCsv({ sql }: Context): Promise<string> {
  const deeds = await deedsPart(sql, { artistId: null, cursor: undefined, limit: CSV_MOST })
  return csvText([
    ['когда', 'кто', 'роль', 'что', 'кого', 'почему', 'слова'],
    ...deeds.map(({ at, byName, role, kind, subject, reason, words }) => [
      at.toISOString(),
      byName,
      roleName(role),
      DEEDS[kind],
      subject,
      reason,
      words,
    ]),
  ])
}

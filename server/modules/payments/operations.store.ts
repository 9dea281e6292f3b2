import { randomUUIDv7 } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import { sql as raw } from 'kysely'
import type { WantedOperation } from '#domain/payment-watch.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { Schema } from '../../platform/db/schema.ts'

/** A request to the bank that is not settled yet. `sent`: its answer is not known. */
export type OpenOperation = {
  readonly id: string
  readonly kind: WantedOperation['kind']
  readonly state: 'planned' | 'sent'
  readonly tries: number
  readonly notBefore: Date
}

export async function openOperation(sql: Sql, paymentId: string): Promise<OpenOperation | null> {
  const row = await sql
    .selectFrom('bank_operations')
    .select(['id', 'kind', 'state', 'tries', 'not_before as notBefore'])
    .where('payment_id', '=', paymentId)
    .where(raw<boolean>`state in ('planned', 'sent')`)
    .$narrowType<{ state: 'planned' | 'sent' }>()
    .executeTakeFirst()
  return row ?? null
}

/** A request to be written down, and how it stands then. */
export type WrittenOperation = {
  readonly operation: OpenOperation | null
  readonly write: OperationWrite | null
}

/** What of a request is to be written, together with its payment. */
export type OperationWrite =
  | { readonly plan: Insertable<Schema['bank_operations']> }
  | { readonly id: string; readonly set: Updateable<Schema['bank_operations']> }

/** `asking`: it is asked at this moment, unless it has to wait. */
export function planned(
  paymentId: string,
  { kind, notBefore }: WantedOperation,
  { now, asking }: { now: Date; asking: boolean },
): { operation: OpenOperation; write: OperationWrite } {
  const due = notBefore ?? now
  const atOnce = asking && due <= now
  const operation: OpenOperation = {
    id: randomUUIDv7(),
    kind,
    state: atOnce ? 'sent' : 'planned',
    tries: atOnce ? 1 : 0,
    notBefore: due,
  }
  const { id, state, tries } = operation
  const row = { id, payment_id: paymentId, kind, state, tries, not_before: due, created_at: now }
  return { operation, write: { plan: row } }
}

/** It is being asked: whoever finds it so after a crash looks before asking again. */
export function sent(operation: OpenOperation): WrittenOperation {
  const set = { state: 'sent', tries: operation.tries + 1 } as const
  return { operation: { ...operation, ...set }, write: { id: operation.id, set } }
}

/** When to ask again, not before `notBefore`; `known`: the answer was a definite one. */
export type Later = { readonly notBefore: Date; readonly known: boolean; readonly answer: string }

/** To be asked again. */
export function postponed(
  operation: OpenOperation,
  { notBefore, known, answer }: Later,
): WrittenOperation {
  const state = known ? 'planned' : 'sent'
  return {
    operation: { ...operation, notBefore, state },
    write: { id: operation.id, set: { not_before: notBefore, state, answer } },
  }
}

export type Ending = { state: 'done' | 'declined' | 'withdrawn'; answer: string }

export function closed(
  operation: OpenOperation,
  end: Ending,
  now: Date,
): { operation: null; write: OperationWrite } {
  return { operation: null, write: { id: operation.id, set: { ...end, closed_at: now } } }
}

export async function writeOperation(sql: Sql, write: OperationWrite): Promise<void> {
  await writing(sql, write).execute()
}

/** As a statement, alone or a part of a larger one. */
export function writing(sql: Sql, write: OperationWrite) {
  return 'plan' in write
    ? sql.insertInto('bank_operations').values(write.plan).returning('id')
    : sql.updateTable('bank_operations').set(write.set).where('id', '=', write.id).returning('id')
}

/** The bank's page of this payment is asked for at once, however often that failed before. */
export async function hastenPage(sql: Sql, paymentId: string, now: Date): Promise<void> {
  const operation = await sql
    .updateTable('bank_operations')
    .set({ not_before: now })
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'open')
    .where(raw<boolean>`state in ('planned', 'sent')`)
    .where('not_before', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (operation === undefined) return
  await sql
    .updateTable('payments')
    .set({ due_at: now })
    .where('id', '=', paymentId)
    .where('state', '=', 'created')
    .execute()
}

import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { Wanted } from '#domain/payment-watch.ts'
import type { Sql } from '#server/db/open.ts'

/** A question to the bank that is not settled yet. `sent`: it was asked, and nobody knows the answer. */
export type OpenOperation = {
  readonly id: string
  readonly kind: Wanted['kind']
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

export async function planOperation(
  sql: Sql,
  paymentId: string,
  { kind, notBefore }: Wanted,
  now: Date,
): Promise<OpenOperation> {
  const operation = {
    id: randomUUIDv7(),
    kind,
    state: 'planned',
    tries: 0,
    notBefore: notBefore ?? now,
  } as const
  await sql
    .insertInto('bank_operations')
    .values({
      id: operation.id,
      payment_id: paymentId,
      kind,
      state: 'planned',
      not_before: operation.notBefore,
      created_at: now,
    })
    .execute()
  return operation
}

/** It is being asked: whoever finds it so after a crash looks before asking again. Gives the question as it stands then. */
export async function markSent(sql: Sql, operation: OpenOperation): Promise<OpenOperation> {
  const sent = { state: 'sent', tries: operation.tries + 1 } as const
  await sql.updateTable('bank_operations').set(sent).where('id', '=', operation.id).execute()
  return { ...operation, ...sent }
}

/** When to ask again, not before `notBefore`; `known`: the answer was a definite one. */
export type Later = { readonly notBefore: Date; readonly known: boolean; readonly answer: string }

/** To be asked again; gives the question as it stands then. */
export async function putOff(
  sql: Sql,
  operation: OpenOperation,
  { notBefore, known, answer }: Later,
): Promise<OpenOperation> {
  const state = known ? 'planned' : 'sent'
  await sql
    .updateTable('bank_operations')
    .set({ not_before: notBefore, state, answer })
    .where('id', '=', operation.id)
    .execute()
  return { ...operation, notBefore, state }
}

export async function closeOperation(
  sql: Sql,
  id: string,
  end: { state: 'done' | 'declined' | 'withdrawn'; answer: string },
  now: Date,
): Promise<void> {
  await sql
    .updateTable('bank_operations')
    .set({ ...end, closed_at: now })
    .where('id', '=', id)
    .execute()
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

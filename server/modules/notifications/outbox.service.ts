import { randomUUIDv7 } from 'node:crypto'
import type { OutboxStep } from '#domain/outbox.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { PushAnswer } from '#server/integrations/push/push.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { retryAt, runAllDue, runDueWork } from '#server/platform/jobs/due-work.ts'
import type { DueWork } from '#server/platform/jobs/due-work.ts'
import { dropMessage, dropRows, dueBatches, rowsOf, saveMessage, saveRows } from './outbox.store.ts'
import type { Batch, OutboxRow, Recipients } from './outbox.store.ts'
import { endpointOf, sendTo } from './ways.ts'
import type { Destination, Message } from './ways.ts'

/** Those who are told by the same rules. */
export type Audience = {
  readonly recipients: Recipients
  /** Locks the recipient, so that no other process tells him before the commit; undefined where he is gone. */
  contactOf(
    sql: Sql,
    recipientId: string,
  ): Promise<{ readonly contact: Destination; readonly timeZone: string | null } | undefined>
  stepOf(
    rows: readonly OutboxRow[],
    now: Date,
    timeZone: string | null,
  ): OutboxStep<OutboxRow> | null
  /** What its messages say beside what is told. */
  frameOf(
    ctx: Context,
    row: OutboxRow,
    messageId: string,
  ): Promise<Pick<Message, 'key' | 'shown' | 'asked'>>
  /** The browser or chat accepts no more messages. In the transaction. False where the recipient has another by now. */
  gone(sql: Sql, recipientId: string, endpoint: string): Promise<boolean | void>
  /** A message that may have arrived is sent again, under the same id. */
  readonly repeats: boolean
  /** The delays of `retryAt`, and the number of tries in all. */
  readonly retryMs: readonly number[]
  readonly triesMost: number
  /** How many of its batches a process reads in one round. */
  readonly roundOf: number
}

type Task = Batch & {
  readonly contact: Destination
  readonly message: Message
  readonly tries: number
}

/** Takes what is to be sent next of this batch, under a lease where it is repeated; null where nothing is due. */
async function claim(
  ctx: Context,
  audience: Audience,
  batch: Batch,
  { now, until }: { now: Date; until: Date },
): Promise<Task | null> {
  const { sql } = ctx
  const recipient = await audience.contactOf(sql, batch.recipientId)
  const rows = await rowsOf(sql, batch)
  if (recipient === undefined) {
    await saveRows(sql, batch, rows, { dueAt: null })
    return null
  }
  const { contact, timeZone } = recipient
  const step = audience.stepOf(rows, now, timeZone)
  const [first] = step?.rows ?? []
  if (step === null || first === undefined) return null
  if ('restUntil' in step) await saveRows(sql, batch, step.rows, { dueAt: step.restUntil })
  else if ('over' in step) {
    const told = step.over === 'perhaps told' && { toldAt: now }
    if (step.over === 'forget') await dropRows(sql, batch, step.rows)
    else await saveRows(sql, batch, step.rows, { dueAt: null, messageId: null, ...told })
  } else {
    const messageId = first.messageId ?? randomUUIDv7()
    const tries = first.tries + 1
    const dueAt = audience.repeats ? until : null
    await saveRows(sql, batch, step.rows, { dueAt, messageId, tries })
    const frame = await audience.frameOf(ctx, first, messageId)
    const message = { id: messageId, told: step.told, artist: first.artist, ...frame }
    return { ...batch, contact, message, tries }
  }
  return null
}

/** What surely was not accepted is decided on again, with what is due by then. */
async function settle(
  sql: Sql,
  audience: Audience,
  { contact, message, tries, ...batch }: Task,
  answer: PushAnswer,
  now: Date,
): Promise<void> {
  const isGone =
    answer === 'gone' &&
    (await audience.gone(sql, batch.recipientId, endpointOf(contact))) !== false
  if (isGone) return dropMessage(sql, batch, message.id)
  const isSilent = answer === 'silent'
  const again =
    answer !== 'sent' &&
    answer !== 'refused' &&
    (audience.repeats || !isSilent) &&
    tries < audience.triesMost
  const rest = typeof answer === 'number' ? Math.min(answer, DAY_MS) : 0
  const usual = retryAt(audience.retryMs, tries - 1, now).getTime()
  await saveMessage(sql, batch, message.id, {
    dueAt: again ? new Date(Math.max(usual, now.getTime() + rest)) : null,
    ...(!(again && isSilent) && { messageId: null }),
    ...(!again && (answer === 'sent' || isSilent) && { toldAt: now }),
  })
}

const AT_ONCE = 16

/** Each process takes the batches in another order. */
function shuffled<T>(all: readonly T[]): T[] {
  const mixed = all.map((one) => ({ one, at: Math.random() }))
  return mixed.toSorted((a, b) => a.at - b.at).map(({ one }) => one)
}

/**
 * Sends what is due to this audience until nothing is; any number of processes may do so at once. A service that does
 * not answer is left out of this run. `addDue`: in each round, so that what is new does not wait for the slowest one.
 */
export function sendDue(
  ctx: Context,
  audience: Audience,
  {
    addDue,
    stopping,
    atOnce = AT_ONCE,
  }: { addDue?: () => Promise<void>; stopping?: AbortSignal | undefined; atOnce?: number },
): Promise<number> {
  const down = new Set<string>()
  const workOn = (batch: Batch, origin: string): DueWork<Task, PushAnswer, null> => ({
    claim: async (sql, _, lease) => ({
      task: await claim({ ...ctx, sql }, audience, batch, lease),
      result: null,
    }),
    async ask({ contact, message }) {
      const answer = await sendTo(ctx, contact, message)
      if (answer === 'unreached' || answer === 'silent') down.add(origin)
      return answer
    },
    async settle(sql, task, answer, now) {
      await settle(sql, audience, task, answer, now)
      return null
    },
  })
  return runAllDue(
    async (except) => {
      await addDue?.()
      const part = {
        now: ctx.now(),
        except: [...except],
        downOrigins: [...down],
        limit: audience.roundOf,
      }
      const due = await dueBatches(ctx.sql, audience.recipients, part)
      const batches = new Map(
        due.map((one) => [`${one.recipientId} ${one.artistId}`, one] as const),
      )
      return shuffled([...batches]).map(([id, { origin, ...batch }]) => ({
        id,
        async run() {
          // What another process took meanwhile is no longer due.
          if (!down.has(origin)) await runDueWork(ctx, workOn(batch, origin), id)
          return 1
        },
      }))
    },
    stopping,
    atOnce,
  )
}

import { createHmac } from 'node:crypto'
import { SECOND_MS } from '#domain/time.ts'
import { isGivenUp, WEBHOOK_KEPT_MS, WEBHOOK_RETRY_MS, webhookEndedMail } from '#domain/webhooks.ts'
import type { Context } from '#server/context.ts'
import type { WebhookReply } from '#server/integrations/webhooks/webhook-sender.ts'
import { afterCommit } from '#server/platform/db/tx.ts'
import { retryAt, runAllDue, runDueWork } from '#server/platform/jobs/due-work.ts'
import type { DueWork } from '#server/platform/jobs/due-work.ts'
import { mailArtist } from '../accounts/mailer.service.ts'
import { dueLines, forgetEvents, lockHead, saveEvent } from './webhook-events.store.ts'
import type { Line } from './webhook-events.store.ts'
import { endWebhook, noteAccepted, noteFailed } from './webhooks.store.ts'

/** Of the base64 in a secret, by the convention of Standard Webhooks. */
export const SECRET_PREFIX = 'whsec_'

type Delivery = {
  readonly id: string
  readonly body: string
  readonly tries: number
  readonly firstTriedAt: Date
  /** When the lease ends. */
  readonly until: Date
  readonly url: string
  readonly secret: string
}

/** The headers of Standard Webhooks: the signature covers id, time (s) and body. */
function headersOf({ id, body, secret }: Delivery, at: Date): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${signature}`,
  }
}

const isAccepted = ({ status }: WebhookReply) => status !== null && status >= 200 && status < 300

/** The first event of a line: sent again under the same id until it is accepted, a day at most. */
function workOn(ctx: Context, line: Line): DueWork<Delivery, WebhookReply, boolean> {
  return {
    async claim(sql, _, { now, until }) {
      const head = await lockHead(sql, line)
      if (head === undefined || head.dueAt === null || head.dueAt > now) return null
      const { dueAt: _due, firstTriedAt: before, ...event } = head
      const tries = event.tries + 1
      const firstTriedAt = before ?? now
      await saveEvent(sql, event.id, { dueAt: until, tries, firstTriedAt })
      return { task: { ...event, tries, firstTriedAt, until }, result: false }
    },
    ask: (task) => ctx.webhooks.post(task.url, headersOf(task, ctx.now()), task.body),
    async settle(sql, { id, tries, firstTriedAt, until }, reply, now) {
      if (isAccepted(reply)) {
        await saveEvent(sql, id, { dueAt: null, ...reply })
        await noteAccepted(sql, line.webhookId)
        return true
      }
      const dueAt = isGivenUp(firstTriedAt, now) ? null : retryAt(WEBHOOK_RETRY_MS, tries - 1, now)
      // Another process may have delivered it once the lease was over.
      if (!(await saveEvent(sql, id, { dueAt, ...reply }, until))) return false
      const failed = await noteFailed(sql, line.webhookId, now)
      if (failed?.failingSince && isGivenUp(failed.failingSince, now)) {
        await endWebhook(sql, line.webhookId, now)
        const mail = webhookEndedMail(failed.url, `${ctx.publicUrl}/artist/webhooks`)
        afterCommit(sql, () => mailArtist(ctx, failed.artistId, mail))
      }
      return false
    },
  }
}

const LINES_AT_ONCE = 16
const LINES_READ = 256
/** Of one artist in a run: his programs may answer as slowly as they like. */
const LINES_OF_ARTIST = 4
/** A line that takes longer gives way to others. */
const TURN_MS = SECOND_MS

/**
 * Delivers what is due until nothing is; any number of processes may do so at once. An address that does not accept is
 * left out of this run.
 */
export function deliverEvents(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const down = new Set<string>()
  return runAllDue(
    async (except) => {
      const most = { limit: LINES_READ, limitOfArtist: LINES_OF_ARTIST }
      const part = { now: ctx.now(), except: [...down], ...most }
      const lines = await dueLines(ctx.sql, part)
      return lines
        .map((line) => ({ ...line, id: `${line.webhookId} ${line.lineId}` }))
        .filter(({ id }) => !except.has(id))
        .map(({ id, ...line }) => ({
          id,
          async run() {
            let done = 0
            const since = performance.now()
            while (performance.now() - since < TURN_MS && !down.has(line.webhookId)) {
              if (stopping?.aborted === true) break
              const accepted = await runDueWork(ctx, workOn(ctx, line), id)
              if (accepted === false) down.add(line.webhookId)
              if (accepted !== true) break
              done += 1
            }
            return done
          },
        }))
    },
    stopping,
    LINES_AT_ONCE,
  )
}

/** Erases what the cabinet no longer shows. */
export function forgetOldEvents({ sql, now }: Context): Promise<void> {
  return forgetEvents(sql, new Date(now().getTime() - WEBHOOK_KEPT_MS))
}

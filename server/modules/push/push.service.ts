import { myOrderState, noOrder } from '#domain/queue/my-order.ts'
import { admitPush, MOVE_REST_MS, PUSH_RETRY_MS, PUSH_TITLES, PUSH_WORTH_MS } from '#domain/push.ts'
import type { PushAbout, PushTarget } from '#domain/push.ts'
import { timeAndDay } from '#domain/russian.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { Push, PushAnswer } from '#server/integrations/push/push.ts'
import { retryAt, runAllDue, runDueWork } from '#server/platform/jobs/due-work.ts'
import type { DueWork } from '#server/platform/jobs/due-work.ts'
import { renewPushTarget } from '../follows/follows.service.ts'
import {
  addMessages,
  addMoved,
  claimMessage,
  dropMessage,
  dueMessages,
  forgetTarget,
  messageFacts,
  ownOrder,
  repeatMessage,
  subscribe,
  unsubscribe,
} from './push.store.ts'
import type { ClaimedMessage, PushFacts } from './push.store.ts'

const BATCH = 64
/** Sending a message is mostly waiting for the push service. */
const AT_ONCE = 16

/** Returns the payload for the service worker. A tap opens the page of the concert. */
function messageText(
  about: PushAbout,
  facts: Pick<PushFacts, 'title' | 'artistName' | 'username' | 'concert'>,
): string {
  const { title, artistName, username, concert } = facts
  if (about === 'moved') {
    const { startsAt, timeZone, place } = concert
    const body = `«${concert.title}»: ${timeAndDay(startsAt, timeZone)}, ${place}`
    const page = `/user/${encodeURIComponent(username)}/${concert.id}`
    return JSON.stringify({ title: PUSH_TITLES[about], body, url: page })
  }
  const song = artistName === '' ? `«${title}»` : `«${title}», ${artistName}`
  const url = `/user/${encodeURIComponent(username)}?tab=order`
  return JSON.stringify({ title: PUSH_TITLES[about], body: song, url })
}

const hostOf = ({ endpoint }: Pick<PushTarget, 'endpoint'>) => URL.parse(endpoint)?.host ?? ''

type Task = ClaimedMessage & { readonly facts: PushFacts }

/**
 * Sends one message. It is repeated where the push service refused it for now or was not reached; without an answer it
 * may have been accepted, and is not repeated. `onNoAnswer`: the service of this endpoint does not answer.
 */
function sending(
  push: Push,
  onNoAnswer: (host: string) => void,
): DueWork<Task, PushAnswer, PushAnswer | 'untold'> {
  return {
    async claim(sql, id, { now }) {
      const message = await claimMessage(sql, id, now)
      if (message === undefined) return null
      const facts = await messageFacts(sql, message)
      const isLate = now.getTime() - message.madeAt.getTime() > PUSH_WORTH_MS[message.about]
      // It may become true again, and is sent then.
      if (facts?.holds === false) await dropMessage(sql, id)
      const task = facts?.holds === true && !isLate ? { ...message, facts } : null
      return { task, result: 'untold' }
    },
    async ask({ orderId, about, facts }) {
      const answer = await push.send(facts, {
        text: messageText(about, facts),
        ttlSeconds: PUSH_WORTH_MS[about] / 1000,
        topic: (about === 'moved' ? facts.concert.id : orderId).replaceAll('-', ''),
      })
      if (answer === 'unreached' || answer === 'silent') onNoAnswer(hostOf(facts))
      return answer
    },
    async settle(sql, { id, about, tries, facts }, answer, now) {
      if (answer === 'gone') {
        await forgetTarget(sql, facts.endpoint)
        // It is sent to the next subscription, if it is still true.
        await dropMessage(sql, id)
      }
      const again = typeof answer === 'number' || answer === 'down' || answer === 'unreached'
      const rest = typeof answer === 'number' ? Math.min(answer, PUSH_WORTH_MS[about]) : 0
      const usual = retryAt(PUSH_RETRY_MS, tries - 1, now).getTime()
      if (again) await repeatMessage(sql, id, new Date(Math.max(usual, now.getTime() + rest)))
      return answer
    },
  }
}

/**
 * Sets where the device that made this order gets messages about it; null: nowhere any more. Refuses NOT_FOUND for
 * another device's order, VALIDATION, and ILLEGAL_STEP once its song does not wait.
 */
export async function setPushTarget(
  ctx: Context,
  orderId: string,
  deviceId: string | null,
  target: PushTarget | null,
): Promise<true> {
  const order = deviceId === null ? undefined : await ownOrder(ctx.sql, orderId, deviceId)
  if (order === undefined || deviceId === null) throw noOrder()
  if (target === null) {
    await unsubscribe(ctx.sql, orderId)
    return true
  }
  admitPush(myOrderState(order))
  ctx.push.admit(target)
  await transaction(ctx, async (inside) => {
    await subscribe(inside.sql, { orderId, deviceId }, target)
    await renewPushTarget(inside, deviceId, target)
    // The listener subscribed on the page, which shows this already.
    await addMessages(inside.sql, inside.now(), { orderId, shownByPage: true })
  })
  return true
}

/** Called where the time or the place of this concert changed, inside the transaction that has it locked. */
export function pushConcertMoved({ sql, now }: Context, concertId: string): Promise<void> {
  return addMoved(sql, concertId, {
    first: new Date(now().getTime() + MOVE_REST_MS.first),
    restSeconds: MOVE_REST_MS.next / 1000,
  })
}

/**
 * Sends due messages until none is left; any number of processes may do so at once. `atOnce`: how many are sent
 * concurrently.
 */
export async function sendDuePushes(
  ctx: Context,
  stopping?: AbortSignal,
  atOnce = AT_ONCE,
): Promise<number> {
  const { sql, now, push } = ctx
  const silentHosts = new Set<string>()
  const work = sending(push, (host) => silentHosts.add(host))
  return runAllDue(
    async (except) => {
      // In each round, so that new messages do not wait for the slowest one.
      await addMessages(sql, now())
      const due = await dueMessages(sql, now(), { except: [...except], limit: BATCH })
      return due.map(({ id, endpoint }) => ({
        id,
        async run() {
          if (silentHosts.has(hostOf({ endpoint }))) return 0
          return (await runDueWork(ctx, work, id)) === null ? 0 : 1
        },
      }))
    },
    stopping,
    atOnce,
  )
}

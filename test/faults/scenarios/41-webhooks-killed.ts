import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql as raw } from 'kysely'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import { noteEvents } from '#server/modules/webhooks/webhook-events.service.ts'
import { SERVER_URL } from '#test/support/database/database.ts'
import { eventually } from '#test/support/eventually.ts'
import { addWebhookTo, startWebhookReceiver } from '#test/support/servers/webhook-receiver.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { Scenario, ScenarioContext, ScenarioFinding } from '../scenario.ts'

const EVENTS = { short: 200, long: 5000 }
const CONCERTS = 10
const AT_ONCE = 50
/** Posts of one process that are in flight when it dies, and are posted again. */
const IN_FLIGHT_MOST = 16
const LEASE_MS = MINUTE_MS
const DOWN_MS = HOUR_MS
const STEP_MS = 5 * MINUTE_MS
/** The last try of that hour is followed by the next one within so long. */
const RETRY_MS = HOUR_MS
const WAIT_MS = 15 * MINUTE_MS
const CHILD = fileURLToPath(new URL('../harness/webhook-process.ts', import.meta.url))

async function run({ short, logProgress }: ScenarioContext): Promise<ScenarioFinding> {
  const each = (short ? EVENTS.short : EVENTS.long) / CONCERTS
  await using ends = new AsyncDisposableStack()
  const world = await makeWorld()
  ends.defer(() => world.close())
  const { sql } = world
  const receiver = ends.use(await startWebhookReceiver())
  const stages = await Promise.all(Array.from({ length: CONCERTS }, () => makeStage(world)))
  for (const { artist } of stages) await addWebhookTo(world, artist, receiver.url)

  receiver.down = 503
  for (const stage of stages) {
    await stage.scheduled('А')
    const entries = sql.selectFrom('queueEntries').where('concertId', '=', stage.concertId)
    const { id: entryId } = await entries.select('id').executeTakeFirstOrThrow()
    for (let from = 0; from < each; from += AT_ONCE) {
      const amounts = Array.from({ length: Math.min(AT_ONCE, each - from) }, (_, at) => from + at)
      const events = amounts.map((amount) => ({ type: 'order' as const, entryId, amount }))
      await transaction(world.app.ctx, (inside) =>
        noteEvents(inside, { id: stage.concertId }, events),
      )
    }
  }
  const wait = () => sql.selectFrom('webhookEvents').where('dueAt', 'is not', null)
  const countWaiting = async () => {
    const counted = wait().select((of) => of.fn.countAll<number>().as('left'))
    return (await counted.executeTakeFirstOrThrow()).left
  }
  const all = await countWaiting()

  const { rows } = await raw<{ name: string }>`select current_database() as name`.execute(sql)
  const url = new URL(SERVER_URL ?? '')
  url.pathname = `/${rows[0]?.name ?? ''}`
  const start = async (): Promise<ChildProcess> => {
    const child = fork(CHILD, [url.href, String(world.now().getTime())], { execArgv: [] })
    ends.defer(async () => void child.kill('SIGKILL'))
    await once(child, 'message')
    return child
  }
  const [first, second] = await Promise.all([start(), start()])
  const moveTo = (aheadMs: number) => {
    for (const child of [first, second]) if (child.connected) child.send({ aheadMs })
  }
  const countTries = async () => {
    const summed = wait().select((of) => of.fn.sum<string | null>('tries').as('tries'))
    return Number((await summed.executeTakeFirstOrThrow()).tries)
  }

  // The hour passes in steps, each of which sees what is due by then tried.
  await eventually(async () => (await countTries()) >= CONCERTS, true, WAIT_MS)
  for (let ms = STEP_MS; ms <= DOWN_MS; ms += STEP_MS) {
    moveTo(ms)
    const dueBefore = new Date(world.now().getTime() + ms)
    const due = () => wait().select('id').where('tries', '>', 0).where('dueAt', '<=', dueBefore)
    await eventually(async () => (await due().execute()).length, 0, WAIT_MS)
  }
  const refusals = await countTries()
  const early = receiver.received.length
  const kept = await countWaiting()
  logProgress(`${all} events wait, tried ${refusals} times`)

  receiver.down = null
  moveTo(DOWN_MS + RETRY_MS)
  await eventually(async () => receiver.received.length >= all / 2, true, WAIT_MS)
  first.kill('SIGKILL')
  await once(first, 'exit')
  const atTheKill = receiver.received.length
  logProgress(`killed after ${atTheKill}`)
  // What it had taken is free a minute later.
  moveTo(DOWN_MS + RETRY_MS + LEASE_MS + SECOND_MS)
  await eventually(countWaiting, 0, WAIT_MS)

  const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']))
  const arrived = new Set(ids).size
  const again = ids.length - arrived
  const seen = new Set<string>()
  const outOfOrder = stages.filter(({ concertId }) => {
    const order = receiver.received.flatMap(({ event: { id, concert, type, amount } }) => {
      if (type !== 'order' || concert?.id !== concertId || seen.has(id)) return []
      seen.add(id)
      return amount ?? -1
    })
    return order.length !== each || order.some((amount, at) => amount !== at)
  })
  return {
    figures: { events: all, refusals, 'before the kill': atTheKill, 'sent again': again },
    broken: [
      ...(kept !== all || early > 0 ? [`${all - kept} events were given up in the hour`] : []),
      ...(atTheKill >= all ? ['nothing was left to do after the kill'] : []),
      ...(arrived === all ? [] : [`${all - arrived} of ${all} events were lost`]),
      ...(again <= IN_FLIGHT_MOST ? [] : [`${again} were sent again`]),
      ...(outOfOrder.length === 0 ? [] : [`${outOfOrder.length} concerts came out of order`]),
    ],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 41,
  title:
    '5,000 events to an artist’s program that is down for an hour, one of two processes killed',
  pass: 'each at least once, none lost, in the order of its concert, duplicates by id',
  engines: ['postgres'],
  inTests: ['postgres'],
  minutes: 45,
  run,
}

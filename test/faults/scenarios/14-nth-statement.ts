import { everyEndpoint } from '#contract/index.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { auditOf } from '#test/support/database/ledger.ts'
import { failingDatabase } from '#test/support/database/failing-database.ts'
import type { FailingDatabase } from '#test/support/database/failing-database.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { changesBetween, contentsOf } from '../harness/table-contents.ts'
import { READERS, USE_CASES } from '../harness/use-cases.ts'
import type { Begin } from '../harness/use-case.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const MOST_STATEMENTS = 80
/** By then the lease of a failed visit has expired, and what waits for a retry is due. */
const LATER_MS = [70_000, 3_700_000]
/** In the short form one statement in this number is failed. */
const STRIDE = 20

/** Returns the state at the bank, which only the bank can be asked for. */
async function atBank(world: World): Promise<Map<string, number>> {
  const { payments, payouts } = await world.bank.books()
  const counts = new Map<string, number>()
  const add = (text: string) => counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const { captured, refunded } of payments)
    if (captured > 0) add(`bank: captured ${captured}, refunded ${refunded}`)
  for (const { status, amount } of payouts)
    if (status !== 'CHECKED') add(`bank: payout ${amount} ${status}`)
  return counts
}

/** Returns the whole state, here and at the bank. */
async function everything(world: World): Promise<Map<string, number>> {
  const here = await contentsOf(world.sql)
  return new Map([...here, ...(await atBank(world))])
}

/** Runs what is due afterwards, including what a failed visit left. */
async function settle(world: World): Promise<void> {
  await world.settle()
  for (const ms of LATER_MS) {
    world.advance(ms)
    await world.settle()
  }
}

/** Returns the changes made by the action when nothing fails, or by no action at all: none, unless time passes. */
async function changesOf(
  world: World,
  { ask, settles }: Awaited<ReturnType<Begin>>,
  done: boolean,
): Promise<string> {
  if (!done && settles !== true) return ''
  const before = await everything(world)
  if (done) {
    const { status } = await ask()
    if (status >= 400) throw new Error(`it is refused with ${status} when nothing is in its way`)
  }
  if (settles === true) await settle(world)
  return changesBetween(before, await everything(world)).join('\n')
}

/** Fails the action's statements in turn; reports every state that is neither the one before nor the one after. */
async function tryOut(
  { world, block }: { world: World; block: FailingDatabase },
  name: string,
  begin: Begin,
  short: boolean,
): Promise<{ statements: number; broken: string[] }> {
  const clock = world.now()
  const atThisTime = async <T>(work: () => Promise<T>): Promise<T> => {
    const given = await work()
    world.setNow(clock)
    return given
  }
  const first = await begin(world)
  const after = await atThisTime(() => changesOf(world, first, true))
  let action = await begin(world)
  const before = await atThisTime(() => changesOf(world, action, false))
  if (after === before) return { statements: 0, broken: [`${name}: it changes nothing`] }
  const broken: string[] = []
  // Where time has passed, what was begun has gone its way.
  if (action.settles === true) action = await begin(world)
  const stride = short ? STRIDE : 1
  let then = await everything(world)
  for (let nth = 1; nth <= MOST_STATEMENTS; nth += stride) {
    // An e-mail about what was done before the failure does not count.
    await mailIdle(world.app.ctx)
    const messages = world.sentMail.length
    block.failStatement(nth)
    const { status } = await action.ask()
    // Work after the answer is part of the action.
    await mailIdle(world.app.ctx)
    if (action.settles === true) await world.bank.idle()
    const hasFailed = block.disarm()
    if (action.settles === true) await settle(world)
    const now = await everything(world)
    const found = changesBetween(then, now).join('\n')
    world.setNow(clock)
    if (found !== after && found !== before)
      broken.push(
        `${name}: the statement ${nth} failed (${status}), and this is left:\n${found}\n  instead of:\n${after}`,
      )
    if (found === '' && world.sentMail.length > messages)
      broken.push(`${name}: the statement ${nth} failed, and an e-mail tells of what is not so`)
    // An answer that reveals nothing to strangers is the same whatever the outcome.
    if (status < 400 && found !== after && name !== 'auth.forgotPassword')
      broken.push(`${name}: with the statement ${nth} failing it says ${status} and is not done`)
    if (!hasFailed) return { statements: Math.ceil((nth - 1) / stride), broken }
    // A dataset in which nothing has changed is used again.
    if (found === '' && action.settles !== true) then = now
    else {
      action = await begin(world)
      then = await everything(world)
    }
  }
  return { statements: MOST_STATEMENTS, broken: [...broken, `${name}: it comes to no end`] }
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const blocks: FailingDatabase[] = []
  const world = await makeWorld({}, (database) => {
    const block = failingDatabase(database)
    blocks.push(block)
    return block.database
  })
  const [block] = blocks
  if (block === undefined) throw new Error('the world has no database')
  const broken: string[] = []
  let statements = 0
  try {
    const written = Object.keys(USE_CASES)
    const named = new Set([...READERS, ...written])
    for (const { name, endpoint } of everyEndpoint())
      if (endpoint.method !== 'GET' && !named.has(name)) broken.push(`${name} has no use case here`)
    for (const name of written.filter((one) =>
      new RegExp(process.env['CASES'] ?? '', 'u').test(one),
    )) {
      const tried = await tryOut(
        { world, block },
        name,
        USE_CASES[name] as Begin,
        context.short,
      ).catch((error: unknown) => ({ statements: 0, broken: [`${name}: ${String(error)}`] }))
      block.disarm()
      statements += tried.statements
      broken.push(...tried.broken)
      context.logProgress(
        `${name}: ${tried.statements} statements${tried.broken.length === 0 ? '' : ' ✗'}`,
      )
    }
    broken.push(...(await auditOf(world)).map((fault) => `the audit: ${JSON.stringify(fault)}`))
    return {
      figures: { 'use cases': written.length, 'failed statements': statements },
      broken,
      slow: [],
    }
  } finally {
    await world.close()
  }
}

export const scenario: Scenario = {
  number: 14,
  title: 'Fail the n-th SQL statement in each of the writing use cases',
  pass: 'state equals before or after, never between',
  engines: ['embedded'],
  inTests: ['embedded'],
  run,
}

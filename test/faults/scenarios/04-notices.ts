import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trialBalance } from '#server/modules/ledger/ledger.store.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { openCrashBank } from '#test/support/crash/bank.ts'
import { errorLines } from '#test/support/crash/error-lines.ts'
import { makeCrashTrigger } from '#test/support/crash/crash-trigger.ts'
import { findFaults } from '#test/support/crash/verdict.ts'
import { ownFolder, startProduct } from '#test/support/product/product.ts'
import { forwardNotices, TIMES } from '../harness/forwarded-notices.ts'
import type { ForwardedNotices } from '../harness/forwarded-notices.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import { openWebhookRelay } from '../harness/webhook-relay.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'
import { runTestFiles } from '../test-files.ts'

const EVENINGS = { short: 2, long: 12 }
const TIMEOUT_MS = { short: 60_000, long: 180_000 }
const FILES = [
  'test/api/{payment-notices,forged-notices,payment-lost-answers,payment-failures}.test.ts',
  'test/money/any-evening.test.ts',
]

/** Marks the song of a late order as `SKIPPED` if it had reached the queue before, by our own look at the bank. */
async function withLateSongs(sql: Sql, evenings: readonly ForwardedNotices[]) {
  const rows = await sql.selectFrom('orders').select('paymentId').execute()
  const queuedIds = new Set(rows.map(({ paymentId }) => paymentId))
  return evenings.map(({ expectedMoney, late }) => ({
    ...expectedMoney,
    payments: expectedMoney.payments.map((one) =>
      one.id === late && queuedIds.has(late) ? { ...one, song: 'SKIPPED' as const } : one,
    ),
  }))
}

/** Checks that each forged notice is stored unchanged, once, with the number of times it came. */
async function unkept(sql: Sql, evenings: readonly ForwardedNotices[]): Promise<string[]> {
  const rows = await sql
    .selectFrom('bankNotices')
    .select(['body', 'times', 'verified', 'paymentId'])
    .where('verified', '=', false)
    .execute()
  const times = new Map(rows.map((row) => [row.body, row.paymentId === null ? row.times : 0]))
  const forged = evenings.flatMap((one) => one.forged)
  return [
    ...forged
      .filter((body) => times.get(body) !== TIMES)
      .map((body) => `forged, and kept ${times.get(body) ?? 0} times: ${body}`),
    ...(rows.length === forged.length ? [] : [`${rows.length} kept of ${forged.length} forged`]),
  ]
}

/** Runs a server whose bank's notices pass through the test. */
async function atAServer(context: ScenarioContext): Promise<ScenarioFinding> {
  await using ends = new AsyncDisposableStack()
  const form = context.short ? 'short' : 'long'
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 2 * EVENINGS[form]))
  const trigger = makeCrashTrigger(async () => {})
  trigger.open()
  const bank = await openCrashBank(trigger)
  ends.defer(bank.close)
  const post = await openWebhookRelay()
  ends.defer(post.close)
  const folder = ownFolder()
  ends.defer(folder.remove)
  const keyFile = join(folder.path, 'payouts.pem')
  writeFileSync(keyFile, bank.keys.payouts.privateKeyPem, { mode: 0o600 })
  const product = await startProduct({
    ...context.environment,
    ...bank.variables(keyFile),
    PUBLIC_URL: post.url,
    PAYOUT_FLOAT_RUBLES: '100000',
    CAPTURE_GRACE_SECONDS: '1',
    TRUST_PROXY: 'on',
    MAILBOX: 'off',
    LOG_LEVEL: 'error',
  })
  const { songs, musicians } = dataset.accounts
  const signal = AbortSignal.timeout(TIMEOUT_MS[form])
  const server = { url: product.url, bank, post, songs, signal }
  const evenings = await Promise.all(
    musicians
      // Their earnings stay with us: none of their payout numbers is proved.
      .filter(({ checked }) => !checked)
      .map((musician, nth) =>
        // The bank takes seconds to return a payment that was charged at once.
        forwardNotices({
          ...server,
          musician,
          lateBy: context.short || nth % 2 === 0 ? 'card' : 'sbp',
        }),
      ),
  )
  const { output } = await product.kill('SIGTERM')
  await bank.idle()
  const broken = await inDatabase(context, async (sql) => {
    const expectedMoney = await withLateSongs(sql, evenings)
    const sum = (await trialBalance(sql)).reduce((total, { amount }) => total + amount, 0)
    return [
      ...evenings.flatMap(({ wrong }) => wrong),
      ...errorLines(output).map((line) => `in the log: ${line}`),
      ...(sum === 0 ? [] : [`the ledger sums to ${sum} kopecks`]),
      ...(await unkept(sql, evenings)),
      ...(await findFaults({ product: sql, bank }, expectedMoney)),
    ]
  })
  const total = (of: (one: ForwardedNotices) => number) =>
    evenings.reduce((sum, one) => sum + of(one), 0)
  return {
    figures: {
      evenings: evenings.length,
      payments: total(({ expectedMoney }) => expectedMoney.payments.length),
      'notices carried': total(({ delivered }) => delivered),
      'forged, all refused and kept': total(({ forged }) => forged.length),
    },
    broken,
    slow: [],
  }
}

/** `npm test` runs the files by themselves, so the short form is the server alone. */
async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const here = await atAServer(context)
  if (context.short) return here
  const there = await runTestFiles(FILES)
  return {
    figures: { ...here.figures, ...there.figures },
    broken: [...here.broken, ...there.broken],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 4,
  title:
    'Provider notices ×5, reordered, delayed past the concert’s end, with wrong amount or signature',
  pass: 'ledger sums to 0, one credit each, each unconfirmed order refunded once, forged ones 4xx and logged',
  engines: ['embedded', 'postgres'],
  inTests: ['postgres'],
  run,
}

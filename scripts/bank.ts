import Fastify from 'fastify'
import { pino } from 'pino'
import { makeSandboxBank } from '#packages/tbank-sandbox/bank.ts'
import { newSandboxKeys } from '#demo/bank/keys.ts'
import { serveSandboxBank } from '#packages/tbank-sandbox/serve.ts'
import { TEST_CARDS } from '#packages/tbank-sandbox/payer.ts'
import { memoryStore } from '#packages/tbank-sandbox/store.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { readConfig } from '#server/config/config.ts'
import type { Config } from '#server/config/config.ts'
import { bankFetch, post } from '#server/integrations/bank/bank.tbank-call.ts'
import { tbankBank } from '#server/integrations/bank/bank.tbank.ts'
import { tokenOf } from '#server/integrations/bank/tbank-dialect.ts'
import { walkTestCases } from './bank-test-cases.ts'
import type { TestCase, TestTerminal } from './bank-test-cases.ts'
import { withErrorReport, stop } from './own-database.ts'

const CALL_MS = 10 * SECOND_MS
const PERSON_MS = 10 * MINUTE_MS
const now = () => new Date()

type Keys = { url: string; terminalKey: string; password: string; oneStage: boolean }

type More = Omit<TestTerminal, 'bank' | 'ask'>

function terminalOf({ url, terminalKey, password, oneStage }: Keys, more: More): TestTerminal {
  const line = { url, timeLimitMs: CALL_MS, fetch: bankFetch, now }
  return {
    bank: tbankBank({ url, terminalKey, password, oneStage, payouts: null, now }),
    ask(method, fields) {
      const question = { TerminalKey: terminalKey, ...fields }
      return post(line, `/v2/${method}`, {
        ...question,
        Token: tokenOf(question, password),
      })
    },
    ...more,
  }
}

/** The terminal of the settings; refuses one that is not for tests, because real money would move. */
function realTerminal({ money, publicUrl }: Config): TestTerminal | null {
  const { bank } = money
  if (bank.kind !== 'tbank') return null
  if (!bank.forTests)
    stop('Тесты банка идут на тестовом терминале: TBANK_TERMINAL_KEY кончается на DEMO.')
  return terminalOf(bank, {
    notificationUrl: `${publicUrl}/api/v1/payment/notification`,
    stepMs: 3 * SECOND_MS,
    timeoutMs: PERSON_MS,
    async payByCard({ link }, card) {
      const which = card === 'pays' ? 'успешной оплаты' : 'отказа по нехватке денег'
      process.stdout.write(
        `\nОткройте ${link}\nи заплатите тестовой картой ${which}. Жду десять минут.\n`,
      )
    },
  })
}

/** The demo bank in this process, with holds and without. */
async function walkSandbox(each: (result: TestCase) => void): Promise<readonly TestCase[]> {
  const keys = newSandboxKeys()
  const site = 'http://localhost'
  const walk = async (oneStage: boolean) => {
    const sandbox = makeSandboxBank({
      oneStage,
      store: memoryStore(),
      now,
      keys,
      shop: 'Бис',
      url: `${site}/sandbox-bank`,
      deliver: async () => ({ status: 200, text: 'OK' }),
      payoutNoticesUrl: () => '',
      log: pino({ level: 'silent' }),
    })
    const app = Fastify()
    await serveSandboxBank(app, sandbox)
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/sandbox-bank`
    const more: More = {
      notificationUrl: `${site}/notices`,
      stepMs: SECOND_MS / 2,
      timeoutMs: MINUTE_MS,
      async payByCard({ bankPaymentId }, does) {
        const card = TEST_CARDS.find((one) => one.outcome === does)?.number ?? ''
        await sandbox.pay(bankPaymentId, { method: 'card', action: 'pay', card })
      },
    }
    try {
      return await walkTestCases(terminalOf({ ...keys, url, oneStage }, more), each)
    } finally {
      await app.close()
    }
  }
  return [...(await walk(false)), ...(await walk(true))]
}

const row = (...cells: readonly [string, string, string, string]) =>
  process.stdout.write(
    `${cells.map((cell, at) => cell.padEnd([24, 20, 18, 0][at] ?? 0)).join('')}\n`,
  )

function printed({ name, bankPaymentId, wanted, seen }: TestCase): void {
  row(name, bankPaymentId, wanted, seen === wanted ? 'да' : `НЕТ: ${seen}`)
}

const [verb, ...rest] = process.argv.slice(2)
if (verb !== 'test-cases' || rest.length > 0)
  stop('Напишите, что проверить у банка: npm run bank -- test-cases.')

await withErrorReport(async () => {
  const config = readConfig(process.env)
  const terminal = realTerminal(config)
  const where = terminal === null ? 'демо-банк' : 'терминал из настроек'
  process.stdout.write(`Тесты банка: ${where}.\n\n`)
  row('Тест', 'Номер у банка', 'Ждём', 'Прошёл')
  const walked =
    terminal === null ? await walkSandbox(printed) : await walkTestCases(terminal, printed)
  const failed = walked.filter(({ seen, wanted }) => seen !== wanted).length
  process.stdout.write(`\nПрошло: ${walked.length - failed}, не прошло: ${failed}.\n`)
  if (failed > 0) process.exit(1)
})

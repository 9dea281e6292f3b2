import type { FastifyInstance, FastifyReply } from 'fastify'
import { HOUR_MS } from '#domain/time.ts'
import { adminPage } from './admin-page.ts'
import type { SandboxBank } from './bank.ts'
import { faultOf } from './fault-choices.ts'
import { HIDDEN, rejectCrossSite, sendPage } from './page-shell.ts'

const PATH = '/sandbox-bank/admin'
/** How far one press moves the clock. */
const CLOCK: Readonly<Record<string, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 8 * 24 * HOUR_MS,
}

/** The action of a button of the operator's page; returns an error message, or null. */
type AdminAction = (bank: SandboxBank, fields: URLSearchParams) => Promise<string | null>

const ADMIN_ACTIONS: Readonly<Record<string, AdminAction>> = {
  clock: async (bank, fields) => {
    const ms = CLOCK[fields.get('by') ?? '']
    if (ms === undefined) return 'Так часы не переводят'
    await bank.operator.shiftClock(ms)
    await bank.tick()
    return null
  },
  fault: async (bank, fields) => {
    const fault = faultOf(fields)
    if (fault === null) return 'Такой помехи нет'
    await bank.faults.set(fault)
    return null
  },
  clear: async (bank) => {
    await bank.faults.clear()
    await bank.tick()
    return null
  },
  resend: async (bank, fields) =>
    (await bank.operator.resend(fields.get('id') ?? ''))
      ? null
      : 'Об этом платеже ещё не уведомляли',
  forge: async (bank, fields) => {
    await bank.operator.forge(fields.get('id') ?? '')
    return null
  },
  refund: async (bank, fields) => {
    const rubles = (fields.get('rubles') ?? '').replace(',', '.')
    if (!/^(?:\d{1,7}(?:\.\d\d?)?)?$/u.test(rubles)) return 'Такой суммы не бывает'
    const amount = rubles === '' ? null : Math.round(Number(rubles) * 100)
    await bank.refundFromCabinet(fields.get('id') ?? '', amount)
    return null
  },
  dispute: async (bank, fields) => {
    await bank.operator.chargeBack(fields.get('id') ?? '')
    return null
  },
  win: async (bank, fields) => {
    await bank.operator.winDispute(fields.get('id') ?? '')
    return null
  },
}

async function runAction(bank: SandboxBank, fields: URLSearchParams): Promise<string | null> {
  const name = fields.get('do') ?? ''
  const action = Object.hasOwn(ADMIN_ACTIONS, name) ? ADMIN_ACTIONS[name] : undefined
  if (action === undefined) return 'Такой кнопки нет'
  try {
    return await action(bank, fields)
  } catch (error) {
    if (error instanceof RangeError) return `Не получилось: ${error.message}`
    throw error
  }
}

/** The page of the bank's operator: the current data, and every fault that can be set. */
export function serveAdmin(scope: FastifyInstance, bank: SandboxBank): void {
  async function page(reply: FastifyReply, words?: string) {
    const view = {
      dashboard: await bank.operator.dashboard(),
      totals: await bank.totals(),
      balances: await bank.booksBalance(),
      ...(words === undefined ? {} : { words }),
    }
    const status = words === undefined ? 200 : 422
    return sendPage(reply, { title: 'Стол оператора', body: adminPage(view), status, wide: true })
  }

  scope.get('/', HIDDEN, (_, reply) => reply.redirect(PATH, 303))
  scope.get('/admin', HIDDEN, (_, reply) => page(reply))
  scope.post('/admin', { ...HIDDEN, onRequest: rejectCrossSite }, async ({ body }, reply) => {
    const words = await runAction(
      bank,
      body instanceof URLSearchParams ? body : new URLSearchParams(),
    )
    return words === null ? reply.redirect(PATH, 303) : page(reply, words)
  })
}

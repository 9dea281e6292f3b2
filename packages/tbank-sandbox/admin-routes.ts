import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOUR_MS } from './moscow.ts'
import { adminPage } from './admin-page.ts'
import type { SandboxBank } from './bank.ts'
import { readFields, stringIn } from './dialect.ts'
import { faultOf } from './fault-choices.ts'
import { HIDDEN, rejectCrossSite, sendPage } from './page-shell.ts'

/** The action of a button of the operator's page; returns an error message, or null. */
type AdminAction = (bank: SandboxBank, fields: URLSearchParams) => Promise<string | null>

const ADMIN_ACTIONS: Readonly<Record<string, AdminAction>> = {
  clock: async (bank, fields) => {
    const hours = fields.get('hours') ?? ''
    if (!/^\d{1,4}$/u.test(hours)) return 'Так часы не переводят'
    await bank.operator.shiftClock(Number(hours) * HOUR_MS)
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
    const amount = kopecksOf(fields.get('rubles') ?? '')
    if (amount === undefined || (amount ?? 0) < 0) return 'Такой суммы не бывает'
    await bank.operator.refund(fields.get('id') ?? '', amount)
    return null
  },
  account: async (bank, fields) => {
    const amount = kopecksOf(fields.get('rubles') ?? '') ?? null
    if (amount === null) return 'Такой суммы не бывает'
    await bank.operator.addToAccount(amount)
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

/** Null for nothing, undefined for what is no sum. */
function kopecksOf(rubles: string): number | null | undefined {
  if (rubles === '') return null
  const read = /^-?\d{1,7}(?:[.,]\d\d?)?$/u.test(rubles) ? Number(rubles.replace(',', '.')) : NaN
  return Number.isNaN(read) ? undefined : Math.round(read * 100)
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

function fieldsOf(body: unknown): URLSearchParams {
  if (body instanceof URLSearchParams) return body
  if (typeof body !== 'string') return new URLSearchParams()
  const read = readFields(body) ?? {}
  return new URLSearchParams(Object.keys(read).map((name) => [name, stringIn(read, name)]))
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json'
}

/** The administration: a page with the current data and every fault that can be set, and the same as JSON for scripts. */
export function serveAdmin(scope: FastifyInstance, bank: SandboxBank, path: string): void {
  const own = `${path}/admin`

  async function page(reply: FastifyReply, words?: string) {
    const view = {
      path,
      dashboard: await bank.operator.dashboard(),
      totals: await bank.totals(),
      balances: await bank.booksBalance(),
      ...(words === undefined ? {} : { words }),
    }
    const status = words === undefined ? 200 : 422
    return sendPage(reply, { title: 'Стол оператора', body: adminPage(view), status, wide: true })
  }

  scope.get('/', HIDDEN, (_, reply) => reply.redirect(own, 303))
  scope.get('/admin', HIDDEN, async (request, reply) => {
    if (!wantsJson(request)) return page(reply)
    const { now, offsetMs, faults } = await bank.operator.dashboard()
    const balances = await bank.booksBalance()
    return reply.send({ now, offsetMs, faults, balances, ...(await bank.books()) })
  })
  scope.post('/admin', { ...HIDDEN, onRequest: rejectCrossSite }, async (request, reply) => {
    const words = await runAction(bank, fieldsOf(request.body))
    if (wantsJson(request))
      return words === null ? reply.send({ ok: true }) : reply.code(422).send({ error: words })
    return words === null ? reply.redirect(own, 303) : page(reply, words)
  })
}

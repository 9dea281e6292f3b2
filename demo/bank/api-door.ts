import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCalendarDay } from '#domain/calendar.ts'
import type { SandboxBank } from './bank.ts'
import type { CallAnswer } from './calls.ts'

const HIDDEN = { schema: { hide: true } } as const

/** The bank's calls, as a merchant's server makes them. */
export function serveApi(scope: FastifyInstance, bank: SandboxBank, hangMs: number): void {
  async function ask(product: 'v2' | 'a2c', request: FastifyRequest, reply: FastifyReply) {
    const { method } = request.params as { method: string }
    const body = typeof request.body === 'string' ? request.body : ''
    const answer = await bank.call(product, method, body)
    if (answer === null) return reply.code(404).type('text/plain').send('Not Found')
    return answered(answer, request, reply)
  }

  async function answered(answer: CallAnswer, request: FastifyRequest, reply: FastifyReply) {
    if (answer.kind === 'silence') {
      await silence(request, hangMs)
      return reply.code(504).type('text/plain').send('Gateway Timeout')
    }
    return reply.code(answer.status).type(answer.type).send(answer.text)
  }

  scope.post('/v2/:method', HIDDEN, (request, reply) => ask('v2', request, reply))
  scope.post('/a2c/sbp/:method', HIDDEN, (request, reply) => ask('a2c', request, reply))

  scope.get<{ Querystring: { day?: string } }>('/registry', HIDDEN, async (request, reply) => {
    const { day = '' } = request.query
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || !isCalendarDay(day))
      return reply.code(400).type('text/plain').send('day=YYYY-MM-DD')
    const file = await bank.registry(day)
    return reply
      .type('text/csv; charset=windows-1251')
      .header('content-disposition', `attachment; filename="registry-${day}.csv"`)
      .send(Buffer.from(file))
  })
}

/** Until the caller gives up, and never longer than `hangMs`. */
function silence(request: FastifyRequest, hangMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, hangMs)
  request.raw.socket.once('close', resolve)
  return promise.finally(() => clearTimeout(timer))
}

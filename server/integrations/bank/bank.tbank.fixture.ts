import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TbankOptions } from './bank.tbank.ts'
import { tbankBank } from './bank.tbank.ts'

export const TERMINAL = 'BisDEMO'
export const PASSWORD = 'a-very-secret-password'
/** 12:00 of the 1st of March in Moscow. */
export const NOW = new Date('2026-03-01T09:00:00Z')

/** The notification in the bank's documentation, without its token. */
export const NOTICE = {
  TerminalKey: '1321054611234DEMO',
  OrderId: '201709',
  Success: true,
  Status: 'AUTHORIZED',
  PaymentId: 8_742_591,
  ErrorCode: '0',
  Amount: 9855,
  CardId: 322_264,
  Pan: '430000******0777',
  ExpDate: '1122',
  RebillId: 101_709,
}
export const NOTICE_PASSWORD = 'Dfsfh56dgKl'
export const NOTICE_TOKEN = 'b906d28e76c6428e37b25fcf86c0adc52c63d503013fdd632e300593d165766b'

type Asked = { path: string; text: string; body: Record<string, unknown> }
type Answer = (answer: ServerResponse, asked: Asked) => void

/** A server that answers what a test sets and records the requests. */
export async function bankWorld(options: Partial<TbankOptions> = {}) {
  const asked: Asked[] = []
  const answers = new Map<string, Answer>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
      const question = { path: request.url ?? '', text, body }
      asked.push(question)
      const answer = answers.get(question.path.split('?')[0] ?? '')
      if (answer === undefined) response.writeHead(404).end('no such method')
      else answer(response, question)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bank = tbankBank({
    url,
    terminalKey: TERMINAL,
    password: PASSWORD,
    payouts: null,
    timeLimitMs: 5000,
    now: () => NOW,
    ...options,
  })
  return {
    bank,
    url,
    asked,
    /** The body of the last request. */
    last: () => asked.at(-1)?.body ?? {},
    on: (path: string, answer: Answer) => answers.set(path, answer),
    /** Answers with this object, or with this text unchanged. */
    respond: (path: string, body: object | string) =>
      answers.set(path, (response) =>
        response.end(typeof body === 'string' ? body : JSON.stringify(body)),
      ),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { deliverByHttp, makeSandboxBank } from './bank.ts'
import { fileStore } from './file-store.ts'
import { certificateOf } from './keys.ts'
import { serveSandboxBank } from './serve.ts'
import { memoryStore } from './store.ts'

const TICK_MS = 500

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4500' },
    host: { type: 'string', default: '127.0.0.1' },
    url: { type: 'string' },
    shop: { type: 'string', default: 'Магазин' },
    terminal: { type: 'string', default: 'TestDEMO' },
    password: { type: 'string', default: 'password' },
    'one-stage': { type: 'boolean', default: false },
    'payout-terminal': { type: 'string', default: 'TestDEMOE2C' },
    'payout-password': { type: 'string', default: 'password' },
    'payout-key': { type: 'string' },
    'payout-notices': { type: 'string', default: '' },
    file: { type: 'string' },
  },
})

const { port, host, file, 'payout-key': keyFile } = values
const url = values.url ?? `http://${host}:${port}`
const say = (text: string) => process.stdout.write(`${text}\n`)
const complain = (fields: object, text: string) =>
  process.stderr.write(`${text}: ${'err' in fields ? String(fields.err) : ''}\n`)

const payouts =
  keyFile === undefined
    ? null
    : {
        terminalKey: values['payout-terminal'],
        password: values['payout-password'],
        ...certificateOf(readFileSync(keyFile, 'utf8')),
      }
const bank = makeSandboxBank({
  store: file === undefined ? memoryStore() : await fileStore(file),
  now: () => new Date(),
  keys: { terminalKey: values.terminal, password: values.password, payouts },
  shop: values.shop,
  url,
  oneStage: values['one-stage'],
  deliver: deliverByHttp,
  payoutNoticesUrl: () => values['payout-notices'],
  log: { warn: complain, error: complain },
})
const app = Fastify()
await serveSandboxBank(app, bank)
await app.listen({ port: Number(port), host })
const ticks = setInterval(() => {
  bank.tick().catch((error: unknown) => complain({ err: error }, 'a tick failed'))
}, TICK_MS)

say(`${url}/v2/Init  terminal ${values.terminal}`)
if (payouts !== null) say(`${url}/a2c/sbp/v2/Init  certificate ${payouts.serial}`)
say(`${url}/admin`)

async function stop(): Promise<void> {
  clearInterval(ticks)
  await app.close()
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())

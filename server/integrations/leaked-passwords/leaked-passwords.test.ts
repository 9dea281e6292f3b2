import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { patientLeaks } from './leaked-passwords.ts'
import { rangeLeaks } from './leaked-passwords.range.ts'

const LEAKED = 'Verevka7-mytha'
const digits = createHash('sha1').update(LEAKED).digest('hex').toUpperCase()
const others = `${'0'.repeat(35)}:7\r\n${'F'.repeat(35)}:1`

type Answer = (reply: ServerResponse) => void
let answer: Answer
let asked: IncomingMessage[] = []
const service = createServer((request, reply) => {
  asked.push(request)
  answer(reply)
})
let url = ''
before(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
after(() => {
  service.closeAllConnections()
  service.close()
})

const has = (password: string) =>
  rangeLeaks({ url }).has(password, { signal: AbortSignal.timeout(5000) })

describe('the service of leaked passwords', () => {
  test('learns five digits of a hash and nothing else, and is asked for padding', async () => {
    asked = []
    answer = (reply) => reply.end(others)
    assert.equal(await has(LEAKED), false)
    assert.deepEqual(
      asked.map(({ url: path, headers }) => [path, headers['add-padding']]),
      [[`/range/${digits.slice(0, 5)}`, 'true']],
    )
  })

  test('knows a password by the rest of its hash, but not in a line of padding', async () => {
    answer = (reply) => reply.end(`${others}\r\n${digits.slice(5)}:12`)
    assert.equal(await has(LEAKED), true)
    answer = (reply) => reply.end(`${digits.slice(5)}:0\r\n${others}`)
    assert.equal(await has(LEAKED), false)
  })
})

function patient(limitMs = 5000) {
  const said: string[] = []
  let now = 0
  const ask = patientLeaks({
    leaks: rangeLeaks({ url }),
    now: () => new Date(now),
    log: { warn: (_, text) => said.push(text), info: (_, text) => said.push(text) },
    limitMs,
  })
  const later = (ms: number) => (now += ms)
  return { ask, said, later }
}

for (const [what, how] of [
  ['refuses', (reply) => reply.writeHead(503).end()],
  ['breaks off', (reply) => reply.write('0', () => reply.destroy())],
  ['leads elsewhere', (reply) => reply.writeHead(302, { location: '/other' }).end()],
  ['is huge', (reply) => reply.end('x'.repeat(600_000))],
] as [string, Answer][])
  test(`a password counts as not leaked where the service ${what}, and its silence is logged once`, async () => {
    const { ask, said } = patient()
    answer = how
    assert.deepEqual([await ask(LEAKED), await ask(LEAKED)], [false, false])
    assert.deepEqual(said, ['the service of leaked passwords does not answer'])
  })

test('a silent service is left after its time', async () => {
  const { ask } = patient(50)
  answer = () => undefined
  assert.equal(await ask(LEAKED), false)
})

test('after three failures the service has a minute’s rest, and then it is asked again', async () => {
  const { ask, said, later } = patient()
  answer = (reply) => reply.writeHead(500).end()
  for (let time = 0; time < 3; time++) await ask(LEAKED)
  answer = (reply) => reply.end(`${digits.slice(5)}:1`)
  assert.equal(await ask(LEAKED), false)
  later(60_000)
  assert.equal(await ask(LEAKED), true)
  assert.equal(said.at(-1), 'the service of leaked passwords answers again')
})

test('a flood of questions is not passed on', async () => {
  const { ask } = patient()
  asked = []
  const held: ServerResponse[] = []
  answer = (reply) => {
    held.push(reply)
    if (held.length === 16) for (const one of held) one.end(`${digits.slice(5)}:1`)
  }
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(LEAKED)))
  assert.equal(asked.length, 16)
  assert.equal(answers.filter(Boolean).length, 16)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { answerFailures } from './failures.ts'
import { siteOrigin, acceptPostedForms } from './site-origin.ts'

const app = Fastify()

before(async () => {
  answerFailures(app)
  await app.register(async (scope) => {
    acceptPostedForms(scope, siteOrigin({ publicUrl: 'http://bis.example' }))
    scope.route({ method: ['GET', 'POST'], url: '/*', handler: async ({ body }) => String(body) })
  })
  await app.ready()
})
after(() => app.close())

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'

async function post(type: string | undefined, payload?: string) {
  const headers = type === undefined ? {} : { 'content-type': type }
  const sent = { method: 'POST', url: '/login', headers } as const
  const { statusCode, body } = await app.inject(payload === undefined ? sent : { ...sent, payload })
  return { statusCode, body }
}

test('a form of ours comes through, an empty one too', async () => {
  assert.deepEqual(await post(FORM, 'a=1&b=ё'), { statusCode: 200, body: 'a=1&b=ё' })
  assert.deepEqual(await post(FORM, ''), { statusCode: 200, body: '' })
})

test('what no form of ours sends is refused in words before a page sees it', async () => {
  for (const type of ['multipart/form-data; boundary=x', 'application/json', 'text/plain', ';;;']) {
    const { statusCode, body } = await post(type, '--x\r\n\r\n')
    assert.ok([400, 415].includes(statusCode), `${type}: ${statusCode}`)
    assert.match(body, /"code":"(WRONG_TYPE|VALIDATION)"/, type)
  }
  const { statusCode, body } = await post(undefined)
  assert.equal(statusCode, 400)
  assert.match(body, /Форма пришла пустой/)
})

test('a form of another site does not act with a visitor’s cookies', async () => {
  const sent = async (headers: Record<string, string>) => {
    const whole = { host: 'bis.example', 'content-type': FORM, ...headers }
    const asked = { method: 'POST', url: '/login', headers: whole, payload: 'a=1' } as const
    return (await app.inject(asked)).statusCode
  }
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'https://bis.example.evil.example' },
    { origin: 'http://bis.example:8080' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign) assert.equal(await sent(headers), 403, JSON.stringify(headers))
  for (const headers of [{ origin: 'http://bis.example' }, { 'sec-fetch-site': 'same-origin' }, {}])
    assert.equal(await sent(headers), 200, JSON.stringify(headers))
})

test('a form too large for any page is refused', async () => {
  assert.equal((await post(FORM, 'a'.repeat(65 * 1024))).statusCode, 413)
})

const configured = siteOrigin({ publicUrl: 'https://bis.example' })
const open = siteOrigin({ publicUrl: 'http://localhost:3000', anyHost: true })
const INVALID = [
  '',
  'a b',
  'localhost:99999',
  '[::1',
  'me@10.0.0.7',
  '10.0.0.7/x',
  'a:b',
  '999.1.1.1',
]

test('a configured site stands at its origin, whatever host is asked for', () => {
  for (const host of ['bis.example', 'evil.example', '127.0.0.1:3001', undefined, ...INVALID]) {
    assert.equal(configured.at(host), 'https://bis.example')
    assert.equal(configured.owns('https://bis.example', host), true)
  }
})

test('a page at another address of a configured site is foreign', () => {
  for (const [origin, host] of [
    ['https://evil.example', 'evil.example'],
    ['https://bis.example.evil.example', 'bis.example'],
    ['http://bis.example', 'bis.example'],
    ['http://127.0.0.1:3001', '127.0.0.1:3001'],
    ['null', 'bis.example'],
    ['', ''],
  ] as const)
    assert.equal(configured.owns(origin, host), false, origin)
})

test('a site without a configured origin stands where it was reached, and at its default', () => {
  assert.equal(open.at('192.168.1.7:3000'), 'http://192.168.1.7:3000')
  assert.equal(open.at('[FE80::1]:3000'), 'http://[fe80::1]:3000')
  assert.equal(open.owns('http://192.168.1.7:3000', '192.168.1.7:3000'), true)
  assert.equal(open.owns('http://laptop.local:3000', 'Laptop.local:3000'), true)
  assert.equal(open.owns('https://bis.tunnel.example', 'bis.tunnel.example'), true)
  assert.equal(open.owns('http://localhost:3000', '10.0.0.7:3000'), true)
  for (const host of [undefined, ...INVALID]) assert.equal(open.at(host), 'http://localhost:3000')
})

test('and a page at another host than the one that was asked for is foreign', () => {
  for (const foreign of [
    'https://evil.example',
    'http://localhost:4000',
    'http://10.0.0.7',
    'ws://10.0.0.7:3000',
    'null',
    '',
    '10.0.0.7:3000',
  ])
    assert.equal(open.owns(foreign, '10.0.0.7:3000'), false, foreign)
  for (const host of [undefined, ...INVALID])
    for (const origin of ['https://evil.example', 'null', '', `http://${host}`])
      assert.equal(open.owns(origin, host), false, `${origin} at ${host}`)
})

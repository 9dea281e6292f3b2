import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { answerFailures } from './failures.ts'
import { takePostedForms } from './posted-form.ts'
import { siteOrigin } from './site-origin.ts'

const app = Fastify()

before(async () => {
  answerFailures(app)
  await app.register(async (scope) => {
    takePostedForms(scope, siteOrigin({ publicUrl: 'http://bis.example' }))
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

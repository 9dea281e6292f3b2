import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#contract/index.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { makePhone, makeStage, orderOf } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { DEVICE_COOKIE, deviceOf } from './device.ts'
import { localLimits, RATES } from './limits.ts'

let world: World
let stage: TestStage

before(async () => {
  world = await makeWorld()
  stage = await makeStage(world)
})
after(() => world.close())

async function order(cookie: string | undefined, title: 'А' | 'Б' | 'В' = 'А') {
  const as = { address: freshAddress(), ...(cookie === undefined ? {} : { cookie }) }
  const { status, headers } = await world.call(
    api.songs.orderSong,
    orderOf(stage, stage.ids[title]),
    as,
  )
  return { status, given: headers['set-cookie'] as string | undefined }
}

test('a phone gets its cookie with its first order, out of reach of scripts and foreign forms', async () => {
  const { status, given } = await order(undefined)
  assert.equal(status, 200)
  assert.ok(given !== undefined)
  const [pair = '', ...attributes] = given.split('; ')
  assert.match(pair, /^bis_device=[\da-f-]{36}\.[\w-]{22}$/)
  assert.deepEqual(attributes, ['Path=/', 'Max-Age=31536000', 'HttpOnly', 'SameSite=Lax'])
  const again = await order(pair, 'Б')
  assert.deepEqual(again, { status: 200, given: undefined })
})

test('over https the cookie travels by https alone, and no other name of the site can set it', async () => {
  const safe = await makeWorld({ publicUrl: 'https://bis.example' })
  const at = await makeStage(safe)
  const first = await safe.call(api.songs.orderSong, orderOf(at, at.ids.А))
  const given = String(first.headers['set-cookie'])
  assert.match(given, /^__Host-bis_device=/)
  assert.match(given, /; Secure$/)
  assert.doesNotMatch(given, /domain/i)
  const { cookie = '' } = first
  const again = await safe.call(api.songs.orderSong, orderOf(at, at.ids.Б), { cookie })
  assert.equal(again.headers['set-cookie'], undefined, 'it is known by it')
  const planted = cookie.replace('__Host-', '')
  const third = await safe.call(api.songs.orderSong, orderOf(at, at.ids.В), { cookie: planted })
  assert.ok(third.headers['set-cookie'], 'without the prefix it is nobody’s')
  await safe.close()
})

test('who only looks gets no cookie', async () => {
  const { headers } = await world.call(api.session.byId, { query: { sessionId: stage.concertId } })
  assert.equal(headers['set-cookie'], undefined)
})

test('a cookie that is forged, cut, or of another phone is not believed', async () => {
  const phone = makePhone(world)
  await phone.order(stage, stage.ids.А)
  const { cookie = '' } = phone
  const [id = '', signature = ''] = cookie.slice(`${DEVICE_COOKIE}=`.length).split('.')
  const otherId = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
  const otherSignature = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  const forged = [
    id,
    `${id}.`,
    `${id}.${signature.slice(0, -1)}`,
    `${id}.${signature}A`,
    `${id}.${otherSignature}`,
    `${otherId}.${signature}`,
    `.${signature}`,
    `${id}.${'я'.repeat(11)}`,
    '',
  ]
  for (const value of forged) {
    const { status, given } = await order(`${DEVICE_COOKIE}=${value}`)
    assert.equal(status, 200, value)
    assert.ok(given !== undefined, `«${value}» was believed`)
    assert.ok(!given.includes(id), value)
  }
})

test('among other cookies the own one is found', async () => {
  const phone = makePhone(world)
  await phone.order(stage, stage.ids.А)
  const { given } = await order(`a=1; not_${DEVICE_COOKIE}=x; ${phone.cookie}; b="2=3"`, 'Б')
  assert.equal(given, undefined)
})

test('so many new phones a second come from one address, and the next are asked to wait', async (t) => {
  // The clock is stopped, so that a busy machine does not spread them over two seconds.
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] })
  const limits = localLimits()
  const secret = 'only of this test'
  const given: string[] = []
  const reply = { header: (_: string, value: string) => given.push(value) } as unknown
  const from = (ip: string, cookie?: string) =>
    deviceOf({ ip, headers: { cookie } } as FastifyRequest, reply as FastifyReply, {
      limits,
      secret,
      former: [],
      secure: false,
    })
  const { points } = RATES.newDeviceOfAddress
  for (let count = 0; count < points; count += 1) await from('hall').ensure()
  assert.equal(new Set(given).size, points)
  await assert.rejects(from('hall').ensure(), { code: 'TOO_MANY', retryAfterSeconds: 1 })
  assert.equal(given.length, points)
  assert.ok(await from('home').ensure())
  assert.ok(await from('hall', given[0]?.split(';')[0]).ensure(), 'who is known already is not new')
})

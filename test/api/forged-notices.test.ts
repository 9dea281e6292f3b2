import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { RATES } from '#server/platform/http/limits.ts'
import { tokenOf } from '#server/integrations/bank/tbank-dialect.ts'
import { forgetOldNotices } from '#server/modules/bank-webhooks/bank-webhooks.service.ts'
import { BANK_PASSWORD } from '#test/support/servers/demo-bank.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const MOST = RATES.forgedNoticeOfAddress.points

describe('notifications with a wrong signature', () => {
  let world: World
  let admin: { token: string }
  before(async () => {
    world = await makeWorld()
    admin = await world.artist({ role: 'ADMIN' })
  })
  after(() => world.close())

  async function forge(about: string, address: string, more = ''): Promise<number> {
    const { statusCode } = await world.app.http.inject({
      method: 'POST',
      url: '/api/v1/payment/notification',
      headers: { 'content-type': 'application/json' },
      remoteAddress: address,
      payload: JSON.stringify({ TerminalKey: 'BisDEMO', OrderId: about, Token: '00', more }),
    })
    return statusCode
  }
  /** The statuses of `count` different ones. */
  async function flood(count: number, about: string, address: (n: number) => string) {
    const answers: number[] = []
    for (let n = 0; n < count; n++) answers.push(await forge(`${about}${n}`, address(n)))
    return answers
  }
  const questions = async () =>
    (await world.ok(api.payment.stuck, {}, admin)).stuck.filter(
      ({ subject }) => subject === 'notices',
    )
  const storedNotices = () =>
    world.sql.selectFrom('bankNotices').select(['body', 'times']).orderBy('receivedAt').execute()

  test('are asked about once they are many, and once a day', async () => {
    await flood(19, 'a', () => '192.0.2.1')
    assert.deepEqual(await questions(), [])
    await flood(10, 'b', () => '192.0.2.1')
    const [question, ...more] = await questions()
    assert.match(question?.todo ?? '', /TBANK_PASSWORD/u)
    assert.deepEqual(more, [])
    assert.deepEqual(question?.actions, ['close'])
  })

  test('are kept to 2 KB, and one that comes again is counted', async () => {
    world.advance(2 * HOUR_MS)
    for (const more of ['ы'.repeat(30_000), '\0'.repeat(9000)]) {
      const earlier = (await storedNotices()).length
      assert.equal(await forge('long', '192.0.2.2', more), 403)
      // A body that differs only at its end is another one.
      assert.equal(await forge('long', '192.0.2.2', `${more}!`), 403)
      assert.equal(await forge('long', '192.0.2.2', more), 403)
      const [one, other, ...rest] = (await storedNotices()).slice(earlier)
      assert.deepEqual(rest, [])
      assert.deepEqual(
        [one?.times, other?.times].toSorted((a = 0, b = 0) => a - b),
        [1, 2],
      )
      for (const { body } of [one ?? assert.fail(), other ?? assert.fail()]) {
        assert.ok(Buffer.byteLength(body) <= 2048, `${Buffer.byteLength(body)}`)
        assert.match(body, /^\{"TerminalKey":"BisDEMO","OrderId":"long"/u)
      }
    }
  })

  test('have one rate for all addresses of a network, and another network has its own', async () => {
    world.advance(2 * HOUR_MS)
    const earlier = (await storedNotices()).length
    const answers = await flood(MOST + 20, 'c', (n) => `2001:db8:0:7::${(n + 1).toString(16)}`)
    assert.deepEqual(
      answers.slice(0, MOST),
      Array.from({ length: MOST }, () => 403),
    )
    assert.deepEqual(new Set(answers.slice(MOST)), new Set([429]))
    assert.equal((await storedNotices()).length, earlier + MOST)
    assert.equal(await forge('elsewhere', '2001:db8:0:8::1'), 403)
    assert.equal((await storedNotices()).length, earlier + MOST + 1)
  })

  test('never stand in the way of the bank, whatever network they came from', async () => {
    assert.equal(await forge('spent', '2001:db8:0:7::1'), 429)
    const notice = {
      TerminalKey: 'BisDEMO',
      OrderId: 'not ours',
      Status: 'CONFIRMED',
      PaymentId: 7,
    }
    const answer = await world.app.http.inject({
      method: 'POST',
      url: '/api/v1/payment/notification',
      headers: { 'content-type': 'application/json' },
      remoteAddress: '2001:db8:0:7::1',
      payload: { ...notice, Token: tokenOf(notice, BANK_PASSWORD) },
    })
    assert.deepEqual([answer.statusCode, answer.body], [200, 'OK'])
  })

  test('fill no disk: a thousand from one hour are kept, and none after a week', async () => {
    world.advance(2 * HOUR_MS)
    const earlier = (await storedNotices()).length
    await flood(1100, 'd', (n) => `10.0.${Math.floor(n / 20)}.${n % 20}`)
    assert.equal((await storedNotices()).length, earlier + 1000)
    world.advance(6 * DAY_MS)
    await forgetOldNotices(world.app.ctx)
    assert.equal((await storedNotices()).length, earlier + 1000)
    world.advance(2 * DAY_MS)
    await forgetOldNotices(world.app.ctx)
    // The bank's own notice is stored longer.
    assert.deepEqual(
      (await storedNotices()).map(({ body }) => /"OrderId":"not ours"/u.test(body)),
      [true],
    )
  })
})

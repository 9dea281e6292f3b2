import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const HOUR = 3_600_000

describe('notifications with a wrong signature', () => {
  let world: World
  let admin: { token: string }
  before(async () => {
    world = await makeWorld()
    admin = await world.artist({ role: 'ADMIN' })
  })
  after(() => world.close())

  async function forge(count: number, about: string) {
    for (let n = 0; n < count; n++) {
      const body = JSON.stringify({ TerminalKey: 'BisDEMO', OrderId: `${about}${n}`, Token: '00' })
      const answer = await world.app.http.inject({
        method: 'POST',
        url: '/api/v1/payment/notification',
        headers: { 'content-type': 'application/json' },
        payload: body,
      })
      assert.equal(answer.statusCode, 403)
    }
  }
  const questions = async () =>
    (await world.ok(api.payment.stuck, {}, admin)).stuck.filter(
      ({ subject }) => subject === 'notices',
    )
  const kept = async () =>
    (await world.sql.selectFrom('bank_notices').select('body').execute()).length

  test('are asked about once they are many, and once a day', async () => {
    await forge(19, 'a')
    assert.deepEqual(await questions(), [])
    await forge(10, 'b')
    const [question, ...more] = await questions()
    assert.match(question?.todo ?? '', /TBANK_PASSWORD/u)
    assert.deepEqual(more, [])
    assert.deepEqual(question?.actions, ['close'])
  })

  test('fill no disk: a thousand from one hour are kept, and none after a quarter of a year', async () => {
    await forge(1100, 'c')
    assert.equal(await kept(), 1000)
    world.advance(2 * HOUR)
    await forge(1, 'later')
    assert.equal(await kept(), 1001)
    world.advance(91 * 24 * HOUR)
    await world.app.services.payments.forgetNotices()
    assert.equal(await kept(), 0)
  })
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { runAskedAudit } from '#server/modules/reconciliation/reconciliation.service.ts'
import { MailDown } from '#server/integrations/mail/mail.ts'
import { paidConcert, tipped } from '#test/support/paid-concert.ts'
import { signupForm } from '#test/support/steps/newcomer.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let cashier: TestArtist
let isMailDown = false
let isMailboxDead = false
before(async () => {
  world = await makeWorld({
    mail: {
      async send() {
        if (isMailDown) throw new MailDown('unreached')
        if (isMailboxDead) throw new MailDown('refused')
      },
      async ready() {},
    },
  })
  cashier = await world.artist({ role: 'CASHIER' })
})
after(() => world.close())

const today = () => world.ok(api.operator.today, {}, cashier)
const stateOf = async (name: string) =>
  (await today()).services.find((service) => service.name === name)

test('an operator sees which services answer, and since when one does not', async () => {
  assert.deepEqual(
    (await today()).services.map(({ name }) => name),
    ['bank', 'mail', 'push'],
  )
  await (await paidConcert(world)).paid()
  assert.equal((await stateOf('bank'))?.up, true)
  const askCode = async () => {
    const { email } = signupForm()
    await world.call(api.auth.verificationCode, { body: { email, consentEmail: true } })
    await mailIdle(world.app.ctx)
  }
  await askCode()
  assert.equal((await stateOf('mail'))?.up, true)
  isMailboxDead = true
  await askCode()
  isMailboxDead = false
  assert.equal((await stateOf('mail'))?.up, true)
  isMailDown = true
  world.advance(MINUTE_MS)
  const at = world.now().toISOString()
  await askCode()
  world.advance(MINUTE_MS)
  await askCode()
  assert.deepEqual(await stateOf('mail'), { name: 'mail', up: false, since: at })
  isMailDown = false
})

test('a tip is of the concert during which it was begun, in its hour and its sum', async () => {
  const show = await paidConcert(world)
  const { username } = show.artist
  await tipped(world, username, 30_000)
  const earlier = await today()
  await show.paid()
  world.advance(MINUTE_MS)
  await tipped(world, username, 70_000)
  const now = await today()
  const since = (of: 'orders' | 'tips' | 'amount') => now[of] - earlier[of]
  assert.deepEqual([since('orders'), since('tips'), since('amount')], [1, 1, 80_000])
  const own = now.concerts.find((one) => one.username === username)
  assert.equal(own?.amount, 110_000)
  assert.ok((now.hours.at(-1)?.tips ?? 0) >= 1)
  await show.end()
  world.advance(MINUTE_MS)
  await tipped(world, username, 50_000)
  assert.equal((await today()).tips, now.tips)
})

test('the books are compared when an operator asks, once at a time, and it stands in the log', async () => {
  world.advance(MINUTE_MS)
  await world.ok(api.operator.reconcile, {}, cashier)
  assert.equal((await today()).auditRuns, true)
  await world.refused('ILLEGAL_STEP', api.operator.reconcile, {}, cashier)
  await Promise.all([runAskedAudit(world.app.ctx), runAskedAudit(world.app.ctx)])
  const { audit, auditRuns } = await today()
  assert.deepEqual([audit, auditRuns], [{ at: world.now().toISOString(), clean: true }, false])
  const { deeds } = await world.ok(api.operator.log, {}, cashier)
  assert.deepEqual([deeds[0]?.kind, deeds[0]?.by], ['reconcile', cashier.username])
  world.advance(MINUTE_MS)
  await world.ok(api.operator.reconcile, {}, cashier)
  // The process that took it died.
  world.advance(11 * MINUTE_MS)
  assert.equal((await today()).auditRuns, false)
  await world.ok(api.operator.reconcile, {}, cashier)
})

test('who watches a concert is counted', async () => {
  const artist = await world.artist()
  const sessionId = await world.concert(artist, { status: 'NOW' })
  const seen = async () =>
    (await today()).concerts.find((concert) => concert.sessionId === sessionId)?.watchers
  assert.equal(await seen(), 0)
  const end = await world.app.ctx.live.watch(sessionId, { events: false, send() {}, close() {} })
  assert.equal(await seen(), 1)
  end()
})

test('tonight’s concerts are all there, also one that is late', async () => {
  const earlier = (await today()).running
  const late = await world.concert(await world.artist(), { startsIn: -30 })
  const missed = await world.concert(await world.artist(), { startsIn: -150 })
  for (let count = 0; count < 101; count += 1)
    await world.concert(await world.artist(), { status: 'NOW', startsIn: -60 })
  const { running, concerts } = await today()
  assert.equal(running, earlier + 101)
  assert.equal(concerts.filter((one) => one.running).length, running)
  const ids = new Set(concerts.map(({ sessionId }) => sessionId))
  assert.deepEqual([ids.has(late), ids.has(missed)], [true, false])
})

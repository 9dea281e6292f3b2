import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { concertReport } from '#server/modules/concerts/report.service.ts'
import { liveThanks } from '#server/modules/thanks/thanks.service.ts'
import { advanceAndSettle, pageOf, paidConcert, shown, tipped } from '#test/support/paid-concert.ts'
import { columnsWith } from '#test/support/database/columns-with.ts'
import { cancelled } from '#test/support/steps/my-orders.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const SECRETS = ['Прасковья Тест', 'посвящение-7391', 'нахуй-7391']

/** A new one: the login of another may have ended. */
const operator = () => world.artist({ role: 'ADMIN' })

/** A stranger complains of what listeners wrote, and an operator answers. */
async function complainedOf(username: string, sessionId: string, entryId: string) {
  const body = { username, sessionId, entryId, reason: 'obscene', words: '' } as const
  await world.ok(api.complaints.send, { body: { ...body, email: 'stranger@mail.example' } })
  const admin = await operator()
  const { complaints } = await world.ok(api.admin.complaints, {}, admin)
  const { id = '' } = complaints.find((one) => one.entryId === entryId) ?? {}
  const answered = { params: { id }, body: { text: 'Спасибо' } }
  await world.ok(api.admin.answerComplaint, answered, admin)
}

test('31 days after a concert no name and no word of a listener is in any column, and the report knows how many wrote', async () => {
  const stage = await makeStage(world)
  const [name, words, rude] = SECRETS
  const phone = makePhone(world)
  const allowed = { sessionId: stage.concertId, rules: { singing: true } }
  await world.ok(api.artist.changeRules, { body: allowed }, stage.as)
  const sings = { with: `${name} и ${words}`, keyShift: 1 }
  await phone.order(stage, stage.ids.А, { name, words, sings }, crypto.randomUUID())
  await makePhone(world).order(stage, stage.ids.Б, { words: rude })
  await makePhone(world).order(stage, stage.ids.В)
  const [entry] = await stage.queue()
  const query = { sessionId: stage.concertId }
  const body = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
  await world.ok(api.artist.updateSessionStatus, { body }, stage.as)
  const report = () => world.ok(api.session.report, { query }, stage.as)
  const told = await report()
  assert.equal(told.people, 2)
  const asked = told.skipped.find(({ title }) => title === 'А')?.asks
  assert.deepEqual([asked?.[0]?.name, asked?.[0]?.words], [name, words])
  await complainedOf(stage.artist.username, stage.concertId, entry?.id ?? '')
  const written = ['order_words.name', 'order_words.words', 'order_words.sings_with']
  assert.deepEqual(await columnsWith(world, SECRETS), written)

  world.advance(29 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.equal((await columnsWith(world, SECRETS)).length, 3, 'erased too early')
  world.advance(2 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await columnsWith(world, SECRETS), [])
  const stored = await world.sql
    .selectFrom('orderWords')
    .select('name')
    .where('concertId', '=', stage.concertId)
    .execute()
  assert.equal(stored.length, 2)
  assert.equal((await countPeople()).people, 2)

  /** Reads the report from the service: the artist's token has expired by then. */
  async function countPeople() {
    const { id: artistId } = stage.artist
    return concertReport(world.app.ctx, artistId, stage.concertId)
  }
})

test('the words of a paid order and of one that was taken off are erased as those of the others', async () => {
  const concert = await paidConcert(world)
  const stage = { artist: concert.artist, concertId: concert.sessionId }
  const said = ['Плательщик-8124', 'слова-8124', 'Отменивший-8124']
  const [payer, words, other] = said
  const orderOf = async (phone: ReturnType<typeof makePhone>, more: object) => {
    const amount = 10_000
    const { data } = await phone.order(stage, await concert.newSong(), { amount, ...more })
    await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    return data.orderId
  }
  await orderOf(makePhone(world), { name: payer, words })
  await concert.next()
  const phone = makePhone(world)
  const orderId = await orderOf(phone, { name: other })
  await cancelled(world, orderId, phone.cookie)
  await concert.end()
  await advanceAndSettle(world, MINUTE_MS)
  const where = await columnsWith(world, said)
  assert.deepEqual(where, ['order_words.name', 'order_words.words'])
  world.advance(29 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await columnsWith(world, said), where, 'erased too early')
  world.advance(2 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await columnsWith(world, said), [])
})

test('31 days later the name and the words of a tip and of a return are in no column either, and their sums stay', async () => {
  const concert = await paidConcert(world)
  await tipped(world, concert.artist.username, 20_000, 'благодарность-5512', {
    shown: { name: 'Даритель-5512', withSum: true },
  })
  const { song, id } = await concert.paid('sbp')
  await concert.played(song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  const body = { paymentId: id, word: 'извинение-5512' }
  await world.ok(api.payment.refund, { body }, concert.as)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal((await shown(world, id)).returnWord, 'извинение-5512')
  const { sessionId } = concert
  const thanks = (await liveThanks(world.app.ctx, [sessionId])).get(sessionId)
  const entryId = thanks?.board?.[0]?.id ?? ''
  await complainedOf(concert.artist.username, sessionId, entryId)
  const hides = { sessionId, entryId, hidden: true, reason: 'obscene', words: 'Грубо' } as const
  await world.ok(api.operator.hideText, { body: hides }, await operator())
  const said = ['благодарность-5512', 'извинение-5512', 'Даритель-5512']
  const where = ['payments.message', 'payments.return_word', 'tip_names.name']
  assert.deepEqual(await columnsWith(world, said), where)
  world.advance(29 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await columnsWith(world, said), where, 'erased too early')
  world.advance(2 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await columnsWith(world, said), [])
  const { amount, returnWord } = await shown(world, id)
  assert.deepEqual([amount, returnWord], [10_000, undefined])
})

test('91 days after a concert no device that ordered or paid is known, and how many did is', async () => {
  const show = await paidConcert(world)
  const order = await show.paid()
  await show.played(order.song)
  await show.order(10_000)
  await show.end()
  await advanceAndSettle(world, DAY_MS)
  const devices = async (table: 'orders' | 'payments') => {
    const rows = await world.sql
      .selectFrom(table)
      .select('deviceId')
      .where('concertId', '=', show.sessionId)
      .execute()
    return rows.flatMap(({ deviceId }) => deviceId ?? [])
  }
  const known = new Set([...(await devices('orders')), ...(await devices('payments'))])
  const stillKnown = async () =>
    [...(await devices('orders')), ...(await devices('payments'))].filter((id) => known.has(id))
  world.advance(88 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.equal((await stillKnown()).length, 2, 'erased too early')
  world.advance(3 * DAY_MS)
  await forgetOld(world.app.ctx)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await stillKnown(), [])
  assert.equal(new Set(await devices('orders')).size, 1)
})

test('91 days after a letter to support nothing of it is in any column', async () => {
  const said = ['Возврат Марии-6620', 'не пришёл-6620', 'maria-6620@mail.example']
  const [topic = '', message = '', email = ''] = said
  await world.ok(api.feedback.support, { body: { name: 'Мария', email, topic, message } })
  const admin = await operator()
  const { requests } = await world.ok(api.admin.support, {}, admin)
  const { id = '' } = requests.find((one) => one.email === email) ?? {}
  const answered = { params: { id }, body: { text: 'Вернули' } }
  await world.ok(api.admin.answerSupport, answered, admin)
  await mailIdle(world.app.ctx)
  world.advance(91 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await columnsWith(world, said), [])
})

test('codes go in a day, ended logins and devices not seen for 400 days as well, though nobody comes again', async () => {
  const { id } = await world.artist()
  const email = 'once@example.ru'
  const at = world.now()
  await world.ok(api.auth.verificationCode, { body: { email, consentEmail: true } })
  await world.sql
    .insertInto('knownDevices')
    .values({ artistId: id, deviceHash: 'of a visit', seenAt: at })
    .execute()
  const left = async () => {
    const codes = world.sql.selectFrom('emailCodes').select('id').where('email', '=', email)
    const logins = world.sql.selectFrom('loginTokens').select('id').where('artistId', '=', id)
    const devices = world.sql
      .selectFrom('knownDevices')
      .select('deviceHash')
      .where('artistId', '=', id)
    await forgetOld(world.app.ctx)
    return [codes, logins, devices].map(async (rows) => (await rows.execute()).length)
  }
  const DAYS = [
    [0, [1, 1, 1]],
    [2, [0, 1, 1]],
    [29, [0, 0, 1]],
    [370, [0, 0, 0]],
  ] as const
  for (const [days, counts] of DAYS) {
    world.advance(days * DAY_MS)
    assert.deepEqual(await Promise.all(await left()), counts, `after ${days} days more`)
  }
})

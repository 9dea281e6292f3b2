import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { concertRevisions } from '#server/modules/concerts/concerts.service.ts'
import { queueFrames } from '#server/modules/queue/queue-view.service.ts'
import { ZALGO } from '#test/support/inputs/hostile-words.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { pageOf, paidConcert } from '#test/support/paid-concert.ts'
import { askIds, makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

const ASK = { name: 'Аня', words: 'Маме на юбилей' }
const RUDE = { name: 'Вася', words: 'пошли нахуй' }

type Concert = Pick<TestStage, 'as' | 'concertId'>

async function setRules(stage: Concert, rules: Partial<EveningRules>): Promise<void> {
  const body = { sessionId: stage.concertId, rules }
  await world.ok(api.artist.changeRules, { body }, stage.as)
}

/** What the artist sees of the asks behind his entries. */
async function asksOf(stage: Pick<TestStage, 'queue'>) {
  return (await stage.queue()).map(({ title, asks = [], moreAsks = 0 }) => ({
    title,
    asks: asks.map(({ name, words, held, muted }) => ({ name, words, held, muted })),
    moreAsks,
  }))
}

async function secondPadOf(stage: Concert) {
  const body = { sessionId: stage.concertId, name: 'Лёша' }
  const { data } = await world.call(api.artist.addSecondPad, { body }, stage.as)
  return { token: data.link.split('#')[1] ?? '' }
}

const publicQueue = (stage: Concert) =>
  world.ok(api.session.songs, { query: { sessionId: stage.concertId } })

describe('A name and a dedication', () => {
  test('reach the artist, his second pads and the one who wrote them, and nobody else', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    assert.equal((await phone.order(stage, stage.ids.А, ASK)).status, 200)
    assert.equal((await makePhone(world).order(stage, stage.ids.Б)).status, 200)
    const seen = [
      { title: 'А', asks: [{ ...ASK, held: false, muted: false }], moreAsks: 0 },
      { title: 'Б', asks: [], moreAsks: 0 },
    ]
    assert.deepEqual(await asksOf(stage), seen)
    const pad = await secondPadOf(stage)
    const query = { sessionId: stage.concertId }
    const onPad = await world.ok(api.artist.queue, { query }, pad)
    assert.equal(onPad[0]?.asks?.[0]?.name, 'Аня')
    const [mine] = await myOrders(world, stage.concertId, phone.cookie)
    assert.deepEqual({ name: mine?.name, words: mine?.words }, ASK)
    const told = [
      await world.ok(api.session.byId, { query }),
      await publicQueue(stage),
      await world.ok(api.test.getQueueBySession, { body: query }),
    ]
    assert.doesNotMatch(JSON.stringify(told), /Аня|юбилей|names|asks/)
  })

  test('of more people than fit are the last five, the newest last, and how many more there are', async () => {
    const stage = await makeStage(world)
    for (let n = 1; n <= 7; n++) {
      await makePhone(world).order(stage, stage.ids.А, { name: `Гость ${n}` })
      world.advance(1000)
    }
    const [entry] = await asksOf(stage)
    assert.deepEqual(
      entry?.asks.map(({ name }) => name),
      ['Гость 3', 'Гость 4', 'Гость 5', 'Гость 6', 'Гость 7'],
    )
    assert.equal(entry?.moreAsks, 2)
    const all = Array.from({ length: 7 }, (_, n) => `Гость ${n + 1}`)
    const namesOf = (asks: readonly { name: string }[] = []) => asks.map(({ name }) => name)
    const { concertId: sessionId } = stage
    const query = { sessionId, entryId: (await stage.queue())[0]?.id ?? '' }
    assert.deepEqual(namesOf(await world.ok(api.artist.asks, { query }, stage.as)), all)
    assert.deepEqual(
      namesOf(await world.ok(api.artist.asks, { query }, await secondPadOf(stage))),
      all,
    )
    const other = await makeStage(world)
    const refused = async (asked: object, as: { token: string }) =>
      (await world.call(api.artist.asks, { query: { ...query, ...asked } }, as)).failure.code
    assert.equal(await refused({}, other.as), 'NOT_YOURS')
    assert.equal(await refused({ sessionId: other.concertId }, other.as), 'NOT_FOUND')
    const report = await world.ok(api.session.report, { query: { sessionId } }, stage.as)
    assert.deepEqual(namesOf(report.waiting[0]?.asks), all, 'the report leaves some out')
  })

  test('are tidied, and refused at their fields with the reason', async () => {
    const stage = await makeStage(world)
    const refused = async (more: object) =>
      (await makePhone(world).order(stage, stage.ids.А, more)).failure
    const long = await refused({ name: 'Ы'.repeat(41), words: 'ы'.repeat(141) })
    assert.deepEqual(long.fields, {
      name: 'Имя — не длиннее 40 символов',
      words: 'Слова — не длиннее 140 символов',
    })
    const hidden = await refused({ name: 'Аня\u202E', words: 'мир\u2066' })
    assert.deepEqual(Object.keys(hidden.fields ?? {}), ['name', 'words'])
    assert.equal((await stage.queue()).length, 0, 'a refused order wrote something')
    const kept = { name: `  ${ZALGO}\n `, words: '😀'.repeat(140) }
    assert.equal((await makePhone(world).order(stage, stage.ids.А, kept)).status, 200)
    const [ask] = (await asksOf(stage))[0]?.asks ?? []
    assert.ok((ask?.name ?? '').length < 40)
    assert.equal(ask?.words, '😀'.repeat(140))
  })

  test('that a concert does not ask for are dropped, and the order stands', async () => {
    const stage = await makeStage(world)
    await setRules(stage, { words: 'off' })
    const hostile = { name: 'Ы'.repeat(41), words: '\u202E' }
    assert.equal((await makePhone(world).order(stage, stage.ids.А, hostile)).status, 200)
    await setRules(stage, { words: 'name' })
    assert.equal((await makePhone(world).order(stage, stage.ids.Б, ASK)).status, 200)
    const seen = await asksOf(stage)
    assert.deepEqual(seen[0]?.asks, [])
    assert.deepEqual(seen[1]?.asks, [{ name: 'Аня', words: '', held: false, muted: false }])
  })

  test('of a paid order wait with it for its money', async () => {
    const concert = await paidConcert(world)
    const stage = { ...concert, concertId: concert.sessionId }
    const phone = makePhone(world)
    const { data } = await phone.order(stage, await concert.newSong(), { ...ASK, amount: 10_000 })
    assert.deepEqual(await concert.queue(), [])
    const [waiting] = await myOrders(world, concert.sessionId, phone.cookie)
    assert.equal(waiting?.words, ASK.words)
    await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    assert.equal((await concert.queue())[0]?.asks?.[0]?.words, ASK.words)
  })

  test('of a paid order name no payment, whose sum whoever has its id may ask', async () => {
    const concert = await paidConcert(world)
    const stage = { ...concert, concertId: concert.sessionId }
    const phone = makePhone(world)
    const { data } = await phone.order(stage, await concert.newSong(), { ...ASK, amount: 10_000 })
    await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const params = { id: data.orderId }
    assert.equal((await world.ok(api.payment.byId, { params })).amount, 10_000)
    const query = { sessionId: concert.sessionId }
    const told = await world.ok(api.artist.queue, { query }, await secondPadOf(stage))
    assert.equal(told[0]?.asks?.length, 1)
    assert.ok(!JSON.stringify(told).includes(data.orderId), 'a second pad is told of a payment')
  })

  test('leave the pad with an order that is taken off', async () => {
    const stage = await makeStage(world)
    const [one, other] = [makePhone(world), makePhone(world)]
    const { data } = await one.order(stage, stage.ids.А, ASK)
    await other.order(stage, stage.ids.А, { name: 'Лев' })
    const as = { cookie: one.cookie ?? '' }
    await world.ok(api.songs.cancelOrder, { body: { orderId: data.orderId } }, as)
    assert.deepEqual(
      (await asksOf(stage))[0]?.asks.map(({ name }) => name),
      ['Лев'],
    )
  })

  test('are shown in the queue by name alone where the artist lets them be', async () => {
    const stage = await makeStage(world)
    await setRules(stage, { namesShown: true })
    await makePhone(world).order(stage, stage.ids.А, ASK)
    await makePhone(world).order(stage, stage.ids.Б, RUDE)
    const shown = (await publicQueue(stage)).map(({ names }) => names)
    assert.deepEqual(shown, [['Аня'], undefined])
    const live = await queueFrames(world.app.ctx, [stage.concertId])
    assert.match(live.get(stage.concertId) ?? '', /Аня/)
    assert.doesNotMatch(live.get(stage.concertId) ?? '', /юбилей|Вася|нахуй/)
    const { username: artistUsername } = stage.artist
    const concert = await world.ok(api.page.getCurrentSessionInfo, { query: { artistUsername } })
    assert.match(JSON.stringify(concert), /Аня/)
    const posters = [
      await world.ok(api.session.byId, { query: { sessionId: stage.concertId } }),
      await world.ok(api.session.getSessions, { body: { artistUsername } }),
    ]
    assert.match(JSON.stringify(posters), /"title":"А"/)
    assert.doesNotMatch(JSON.stringify(posters), /Аня|"names"/)
    await setRules(stage, { words: 'off' })
    assert.doesNotMatch(JSON.stringify(await publicQueue(stage)), /Аня|names/)
  })

  test('change nothing in the request of an order without them: its repeat is the same order', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    const key = crypto.randomUUID()
    // As a server version before names stored it.
    const asWritten = {
      concertId: stage.concertId,
      artistUsername: stage.artist.username,
      songId: stage.ids.А,
      title: '',
      artistName: '',
    }
    const { hashOf } = await import('#server/platform/db/idempotency.ts')
    const { data } = await phone.order(stage, stage.ids.А, {}, key)
    const { bodyHash: kept } = await world.sql
      .selectFrom('idempotencyKeys')
      .select('bodyHash')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    assert.equal(kept, hashOf(asWritten))
    const again = await phone.order(stage, stage.ids.А, {}, key)
    assert.equal(again.data.orderId, data.orderId)
    const other = await phone.order(stage, stage.ids.А, ASK, key)
    assert.equal(other.failure.code, 'IDEMPOTENCY_CONFLICT')
  })
})

describe('What the word filter knows', () => {
  test('is not told until the artist or a second pad opens it, and stays out of sight of the hall', async () => {
    const stage = await makeStage(world)
    await setRules(stage, { namesShown: true })
    await makePhone(world).order(stage, stage.ids.А, RUDE)
    const [askId = ''] = await askIds(stage)
    const body = { sessionId: stage.concertId, askId }
    const query = { sessionId: stage.concertId }
    const held = { name: '', words: '', held: true, muted: false }
    assert.deepEqual((await asksOf(stage))[0]?.asks, [held])
    const pad = await secondPadOf(stage)
    const opened = await world.ok(api.artist.openWords, { body }, pad)
    assert.deepEqual(opened, { id: askId, ...RUDE, held: false, muted: false })
    assert.deepEqual(await world.ok(api.artist.openWords, { body }, stage.as), opened)
    assert.deepEqual((await world.ok(api.artist.queue, { query }, stage.as))[0]?.asks, [opened])
    assert.doesNotMatch(JSON.stringify(await publicQueue(stage)), /Вася/)
  })

  test('holds back nothing of a text that the concert does not take', async () => {
    const stage = await makeStage(world)
    await setRules(stage, { words: 'name' })
    await makePhone(world).order(stage, stage.ids.А, { ...RUDE, name: 'Вася' })
    await makePhone(world).order(stage, stage.ids.Б, { ...ASK, name: 'Хуйло' })
    const asks = (await asksOf(stage)).flatMap((entry) => entry.asks)
    assert.deepEqual(
      asks.map(({ name, held }) => [name, held]),
      [
        ['Вася', false],
        ['', true],
      ],
    )
  })

  test('is opened by its own artist alone', async () => {
    const stage = await makeStage(world)
    await makePhone(world).order(stage, stage.ids.А, RUDE)
    const [askId = ''] = await askIds(stage)
    const other = await makeStage(world)
    const body = { sessionId: stage.concertId, askId }
    const code = async (input: object, as: { token?: string }) =>
      (await world.call(api.artist.openWords, { body: { ...body, ...input } }, as)).failure.code
    assert.equal(await code({}, {}), 'NO_TOKEN')
    assert.equal(await code({}, other.as), 'NOT_YOURS')
    assert.equal(await code({ sessionId: other.concertId }, other.as), 'NOT_FOUND')
    assert.equal(await code({}, await secondPadOf(other)), 'NOT_YOURS')
    assert.deepEqual((await asksOf(stage))[0]?.asks[0]?.held, true)
  })
})

describe('A muted listener', () => {
  const mute = (stage: Concert, askId: string, muted: boolean, as = stage.as) =>
    world.call(api.artist.muteListener, { body: { sessionId: stage.concertId, askId, muted } }, as)

  test('orders no more in this concert until that is taken back; the others do', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    await phone.order(stage, stage.ids.А, ASK)
    const [askId = ''] = await askIds(stage)
    assert.equal((await mute(stage, askId, true)).status, 200)
    assert.equal((await mute(stage, askId, true)).status, 200)
    const { status, failure } = await phone.order(stage, stage.ids.Б)
    assert.deepEqual(
      [status, failure.code, failure.message],
      [409, 'SONG_NOT_ACCEPTED', 'Заказ сейчас не принят.'],
    )
    assert.equal((await makePhone(world).order(stage, stage.ids.Б)).status, 200)
    const elsewhere = await makeStage(world)
    assert.equal((await phone.order(elsewhere, elsewhere.ids.А)).status, 200)
    assert.deepEqual((await asksOf(stage))[0]?.asks, [{ ...ASK, held: false, muted: true }])
    assert.equal((await mute(stage, askId, false)).status, 200)
    assert.equal((await phone.order(stage, stage.ids.Б)).status, 200)
  })

  test('may have written nothing: his place among those who ordered is known to the artist alone', async () => {
    const stage = await makeStage(world)
    const [silent, other] = [makePhone(world), makePhone(world)]
    const { data } = await silent.order(stage, stage.ids.А)
    await other.order(stage, stage.ids.А, ASK)
    const sessionId = stage.concertId
    const [entry] = await stage.queue()
    const everybody = () =>
      world.ok(api.artist.asks, { query: { sessionId, entryId: entry?.id ?? '' } }, stage.as)
    const [first, second] = await everybody()
    assert.deepEqual(
      [first?.name, first?.words, first?.held, first?.muted, second?.name],
      ['', '', false, false, 'Аня'],
    )
    assert.notEqual(first?.id, data.orderId)
    assert.equal((await mute(stage, first?.id ?? '', true)).status, 200)
    assert.equal((await silent.order(stage, stage.ids.Б)).failure.code, 'SONG_NOT_ACCEPTED')
    assert.equal((await other.order(stage, stage.ids.Б)).status, 200)
    assert.deepEqual(
      (await everybody()).map(({ muted }) => muted),
      [true, false],
    )
    const elsewhere = await makeStage(world)
    assert.equal((await mute(elsewhere, first?.id ?? '', true)).status, 404)
    assert.equal((await mute(stage, first?.id ?? '', false)).status, 200)
    assert.equal((await silent.order(stage, stage.ids.Б)).status, 200)
  })

  test('is named to the hall no more, and its screens read the queue anew', async () => {
    const stage = await makeStage(world)
    await setRules(stage, { namesShown: true })
    await makePhone(world).order(stage, stage.ids.А, ASK)
    await makePhone(world).order(stage, stage.ids.А, { name: 'Лев' })
    const [askId = ''] = await askIds(stage)
    const names = async () => (await publicQueue(stage)).map((entry) => entry.names)
    const revision = async () =>
      (await concertRevisions(world.app.ctx, [stage.concertId])).get(stage.concertId) ?? 0
    assert.deepEqual(await names(), [['Аня', 'Лев']])
    const known = await revision()
    await mute(stage, askId, true)
    assert.deepEqual(await names(), [['Лев']])
    assert.equal(await revision(), known + 1)
    await mute(stage, askId, false)
    assert.deepEqual(await names(), [['Аня', 'Лев']])
  })

  test('is refused before the payment, and asks again for what he was answered already', async () => {
    const concert = await paidConcert(world)
    const stage = { ...concert, concertId: concert.sessionId }
    const phone = makePhone(world)
    const song = await concert.newSong()
    const key = crypto.randomUUID()
    const order = () => phone.order(stage, song, { ...ASK, amount: 10_000 }, key)
    const { data } = await order()
    await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const [askId = ''] = await askIds(concert)
    await mute(stage, askId, true)
    assert.equal((await order()).data.orderId, data.orderId)
    const { failure } = await phone.order(stage, await concert.newSong(), { amount: 10_000 })
    assert.equal(failure.code, 'SONG_NOT_ACCEPTED')
    assert.equal((await concert.queue()).length, 1)
  })

  test('may give money, and his words stay behind', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    await phone.order(stage, stage.ids.А, ASK)
    const [askId = ''] = await askIds(stage)
    await mute(stage, askId, true)
    const { username, id } = stage.artist
    const give = async (cookie: string | undefined, message: string) => {
      const body = { artistUsername: username, amount: 10_000, message }
      return world.ok(api.payment.donate, { body }, cookie === undefined ? {} : { cookie })
    }
    const given = async () =>
      (
        await world.sql
          .selectFrom('payments')
          .select('message')
          .where('artistId', '=', id)
          .orderBy('createdAt')
          .orderBy('id')
          .execute()
      ).map(({ message }) => message)
    await give(phone.cookie, 'опять я')
    await give(undefined, 'спасибо')
    assert.deepEqual(await given(), ['', 'спасибо'])
    await mute(stage, askId, false)
    await give(phone.cookie, 'снова я')
    assert.deepEqual((await given()).at(-1), 'снова я')
  })

  test('is muted by the artist of the concert and its second pads alone', async () => {
    const stage = await makeStage(world)
    await makePhone(world).order(stage, stage.ids.А, ASK)
    const [askId = ''] = await askIds(stage)
    const other = await makeStage(world)
    assert.equal((await mute(stage, askId, true, other.as)).failure.code, 'NOT_YOURS')
    assert.equal((await mute(other, askId, true)).failure.code, 'NOT_FOUND')
    const foreign = await secondPadOf(other)
    assert.equal((await mute(stage, askId, true, foreign)).failure.code, 'NOT_YOURS')
    assert.equal((await mute(stage, askId, true, await secondPadOf(stage))).status, 200)
  })
})

test('What listeners write is no markup, no command and no break of a line anywhere', async () => {
  const stage = await makeStage(world)
  const texts = { name: '<img src=x onerror=1>', words: "'); drop table orders; --" }
  await makePhone(world).order(stage, stage.ids.А, texts)
  const [ask] = (await asksOf(stage))[0]?.asks ?? []
  assert.deepEqual({ name: ask?.name, words: ask?.words }, texts)
})

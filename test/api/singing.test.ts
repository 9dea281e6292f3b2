import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { forgetOrderWords } from '#server/modules/queue/order-words.service.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { askIds, makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { pageOf, paidConcert } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { DAY_MS } from '#domain/time.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

const ALONE = { with: '', keyShift: 0 }
const DUET = { with: 'Олег', keyShift: 2 }

async function setRules(stage: Pick<TestStage, 'as' | 'concertId'>, rules: Partial<EveningRules>) {
  const body = { sessionId: stage.concertId, rules }
  await world.ok(api.artist.changeRules, { body }, stage.as)
}

async function karaoke(rules: Partial<EveningRules> = {}) {
  const stage = await makeStage(world)
  await setRules(stage, { singing: true, ...rules })
  return stage
}

const singersOf = (entries: readonly { title: string; singers?: unknown }[]) =>
  Object.fromEntries(entries.map(({ title, singers }) => [title, singers]))
const onPad = async (stage: TestStage) => singersOf(await stage.queue())
const inHall = async ({ concertId: sessionId }: TestStage) =>
  singersOf(await world.ok(api.session.songs, { query: { sessionId } }))

describe('«Спою сам»', () => {
  test('is ignored where the artist does not allow it, as by default', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    assert.equal((await phone.order(stage, stage.ids.А, { name: 'Аня', sings: DUET })).status, 200)
    assert.deepEqual(await onPad(stage), { А: undefined })
    const [mine] = await myOrders(world, stage.concertId, phone.cookie)
    assert.deepEqual([mine?.name, mine?.sings], ['Аня', undefined])
  })

  test('needs a name, says so at its field, and writes nothing without one', async () => {
    const stage = await karaoke({ words: 'off' })
    const refused = await makePhone(world).order(stage, stage.ids.А, { sings: ALONE })
    assert.deepEqual(refused.failure.fields, { name: 'Напишите имя: по нему вас позовут на сцену' })
    const wrongKey = { name: 'Аня', sings: { with: '', keyShift: 7 } }
    assert.equal((await makePhone(world).order(stage, stage.ids.А, wrongKey)).status, 400)
    assert.deepEqual(await stage.queue(), [])
    const more = { name: 'Аня', words: 'маме', sings: ALONE }
    assert.equal((await makePhone(world).order(stage, stage.ids.А, more)).status, 200)
    const [entry] = await stage.queue()
    assert.deepEqual([entry?.asks?.[0]?.name, entry?.asks?.[0]?.words], ['Аня', ''])
  })

  test('tells the pad at once, and the hall of what sounds and of those who are called', async () => {
    const stage = await karaoke()
    const order = async (title: Title, more: object) => {
      await makePhone(world).order(stage, stage.ids[title], more)
      world.advance(1000)
    }
    await order('А', { name: 'Аня', sings: DUET })
    await order('Б', { name: 'Вера' })
    await order('В', { name: 'Гриша', sings: ALONE })
    await order('Г', { name: 'Даша', sings: { with: '', keyShift: -3 } })
    const duet = { names: ['Аня', 'Олег'], keyShift: 2 }
    const [third, fourth] = [
      { names: ['Гриша'], keyShift: 0 },
      { names: ['Даша'], keyShift: -3 },
    ]
    const all = { А: duet, Б: undefined, В: third, Г: fourth }
    assert.deepEqual(await onPad(stage), all)
    assert.deepEqual(await inHall(stage), { ...all, В: undefined, Г: undefined })
    await stage.next()
    assert.deepEqual(await inHall(stage), { ...all, Г: undefined })
    await setRules(stage, { namesShown: true })
    assert.deepEqual(await inHall(stage), all)
  })

  test('names each of two once who order for each other', async () => {
    const stage = await karaoke()
    for (const [name, other] of [
      ['Аня', 'Олег'],
      ['Олег', 'Аня'],
    ]) {
      const more = { name, sings: { with: other, keyShift: 0 } }
      await makePhone(world).order(stage, stage.ids.А, more)
      world.advance(1000)
    }
    const both = { А: { names: ['Аня', 'Олег'], keyShift: 0 } }
    assert.deepEqual([await onPad(stage), await inHall(stage)], [both, both])
  })

  test('makes no singer of who supports the song, nor of who orders it without a word', async () => {
    const stage = await karaoke({ support: true })
    await makePhone(world).order(stage, stage.ids.А, { name: 'Аня', sings: ALONE })
    world.advance(1000)
    const [entry] = await stage.queue()
    const supports = { supports: entry?.id, name: 'Вера', sings: DUET }
    assert.equal((await makePhone(world).order(stage, stage.ids.А, supports)).status, 200)
    assert.equal((await makePhone(world).order(stage, stage.ids.А, { name: 'Гриша' })).status, 200)
    const singers = { names: ['Аня'], keyShift: 0 }
    assert.deepEqual(await onPad(stage), { А: singers })
    assert.deepEqual(await inHall(stage), { А: singers })
  })

  test('holds a name back as any other, from the hall also once the artist has opened it', async () => {
    const stage = await karaoke()
    const more = { name: 'Вася', sings: { with: 'пошли нахуй', keyShift: 1 } }
    await makePhone(world).order(stage, stage.ids.А, more)
    const held = { А: { names: [], keyShift: 1, held: true } }
    assert.deepEqual(await onPad(stage), held)
    assert.deepEqual(await inHall(stage), { А: { names: [], keyShift: 1 } })
    const [askId = ''] = await askIds(stage)
    const body = { sessionId: stage.concertId, askId }
    await world.ok(api.artist.openWords, { body }, stage.as)
    assert.deepEqual(await onPad(stage), { А: { names: ['Вася', 'пошли нахуй'], keyShift: 1 } })
    assert.deepEqual(await inHall(stage), { А: { names: [], keyShift: 1 } })
  })

  test('is in the report as such, also when the names are gone after 30 days', async () => {
    const stage = await karaoke()
    await makePhone(world).order(stage, stage.ids.А, { name: 'Аня', sings: DUET })
    await stage.next()
    const query = { sessionId: stage.concertId }
    const body = { ...query, sessionStatus: 'PLAYED' as const }
    const playedSingers = async () =>
      (await world.ok(api.session.report, { query }, stage.as)).skipped[0]?.singers
    await world.ok(api.artist.updateSessionStatus, { body }, stage.as)
    assert.deepEqual(await playedSingers(), { names: ['Аня', 'Олег'], keyShift: 2 })
    const stored = () =>
      world.sql
        .selectFrom('orderWords')
        .select(['name', 'singsWith', 'sings'])
        .where('concertId', '=', stage.concertId)
        .execute()
    world.advance(31 * DAY_MS)
    await forgetOrderWords(world.app.ctx)
    assert.deepEqual(await stored(), [{ name: '', singsWith: '', sings: true }])
  })

  test('goes with a paid order, into the queue and home with its money', async () => {
    const concert = await paidConcert(world)
    const stage = { artist: concert.artist, concertId: concert.sessionId }
    const as = { token: concert.artist.token }
    await setRules({ ...stage, as }, { singing: true })
    const phone = makePhone(world)
    const more = { amount: 10_000, name: 'Аня', sings: DUET }
    const { data } = await phone.order(stage, await concert.newSong(), more)
    await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const query = { sessionId: concert.sessionId }
    const [entry] = await world.ok(api.artist.queue, { query }, as)
    assert.deepEqual(entry?.singers, { names: ['Аня', 'Олег'], keyShift: 2 })
    const [mine] = await myOrders(world, concert.sessionId, phone.cookie)
    assert.deepEqual(mine?.sings, DUET)
  })

  test('said once the page for the same sum is open is another payment, and the same one when it is said again', async () => {
    const concert = await paidConcert(world)
    const stage = { artist: concert.artist, concertId: concert.sessionId }
    await setRules({ ...stage, as: { token: concert.artist.token } }, { singing: true })
    const phone = makePhone(world)
    const song = await concert.newSong()
    const order = async (more: object = {}) =>
      (await phone.order(stage, song, { amount: 10_000, ...more })).data.orderId
    const silent = await order()
    const sung = await order({ name: 'Аня', sings: ALONE })
    assert.notEqual(sung, silent)
    assert.deepEqual([await order(), await order({ name: 'Аня', sings: ALONE })], [silent, sung])
  })

  test('calls to the stage once, two songs before, in place of «Ваша песня следующая»', async () => {
    await using service = await startPushService(
      async () => (await world.ok(api.songs.pushKey)).publicKey,
    )
    const stage = await karaoke()
    await stage.scheduled('А', 'Б', 'В')
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.Г, { name: 'Аня', sings: ALONE })
    const name = randomUUID()
    const body = { orderId: data.orderId, subscription: service.subscribe(name) }
    await world.ok(api.songs.pushSubscription, { body }, { cookie: phone.cookie ?? '' })
    const told = async () => {
      await notifyListeners(world.app.ctx)
      return service.receivedTitles(name)
    }
    await stage.next()
    assert.deepEqual(await told(), [])
    await stage.next()
    assert.deepEqual(await told(), ['Вас зовут на сцену'])
    await stage.next()
    assert.deepEqual(await told(), ['Вас зовут на сцену'])
    await stage.next()
    assert.deepEqual(await told(), ['Вас зовут на сцену', 'Сейчас играет ваша песня'])
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { HOUR_MS } from '#domain/time.ts'
import { forgetOrderWords } from '#server/modules/queue/order-words.service.ts'
import { liveThanks, thanksOfConcert } from '#server/modules/thanks/thanks.service.ts'
import { failWrites } from '#test/support/database/failing-database.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { pageOf, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { askIds, knownPhone, makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** A phone whose song plays, ordered with these texts. */
async function phoneWithPlayingSong(stage: TestStage, words: object = {}) {
  const phone = makePhone(world)
  const { data } = await phone.order(stage, stage.ids.А, words)
  await stage.next()
  const as = phone.cookie === undefined ? {} : { cookie: phone.cookie }
  const input = { body: { orderId: data.orderId } }
  return {
    ...input,
    as,
    thank: () => world.ok(api.songs.thank, input, as),
    async mine() {
      const [order] = await myOrders(world, stage.concertId, phone.cookie)
      return { thanked: order?.thanked ?? false, answer: order?.answer ?? null }
    },
  }
}

const evening = async ({ concertId, as }: TestStage) =>
  (await world.ok(api.artist.evening, { query: { sessionId: concertId } }, as)).thanks

const answer = async (stage: TestStage) => {
  const [first] = await evening(stage)
  const body = { sessionId: stage.concertId, thanksId: first?.id }
  await world.ok(api.artist.answerThanks, { body }, stage.as)
}

const told = async ({ concertId }: TestStage) => {
  const live = (await liveThanks(world.app.ctx, [concertId])).get(concertId)
  return {
    texts: live?.thanks?.map(({ text }) => text) ?? [],
    answers: live?.answers ?? 0,
    given: live?.given ?? 0,
  }
}

const revisionOf = async ({ concertId }: TestStage) => {
  const concerts = world.sql.selectFrom('concerts').select('revision')
  return (await concerts.where('id', '=', concertId).executeTakeFirstOrThrow()).revision
}

const rules = (stage: TestStage, change: Partial<EveningRules>) =>
  world.ok(
    api.artist.changeRules,
    { body: { sessionId: stage.concertId, rules: change } },
    stage.as,
  )

describe('thanks for a song', () => {
  test('go to the artist once it was played, and his answer comes back by the name, which is erased with the others', async () => {
    const stage = await makeStage(world)
    await rules(stage, { namesShown: true })
    const phone = await phoneWithPlayingSong(stage, { name: 'Аня' })
    await world.refused('ILLEGAL_STEP', api.songs.thank, phone, phone.as)
    await stage.next()
    assert.deepEqual(await phone.mine(), { thanked: false, answer: null })
    await phone.thank()
    await phone.thank()
    assert.deepEqual(
      (await evening(stage)).map(({ name, title, held, answered }) => ({
        name,
        title,
        held,
        answered,
      })),
      [{ name: 'Аня', title: 'А', held: false, answered: false }],
    )
    assert.deepEqual(await phone.mine(), { thanked: true, answer: null })
    assert.deepEqual(await told(stage), {
      texts: ['Аня: спасибо за песню «А»'],
      answers: 0,
      given: 1,
    })
    await answer(stage)
    const revision = await revisionOf(stage)
    await answer(stage)
    assert.equal(await revisionOf(stage), revision)
    assert.deepEqual(await phone.mine(), { thanked: true, answer: 'Спасибо, Аня!' })
    assert.deepEqual(await told(stage), { texts: ['Спасибо, Аня!'], answers: 1, given: 1 })
    world.advance(16_000)
    assert.deepEqual(await told(stage), { texts: [], answers: 1, given: 1 })
    const names = async () =>
      (await thanksOfConcert(world.app.ctx, stage.concertId)).map(({ name }) => name)
    assert.deepEqual(await names(), ['Аня'])
    world.advance(31 * 24 * HOUR_MS)
    await forgetOrderWords(world.app.ctx)
    assert.deepEqual(await names(), [''])
  })

  test('are of one’s own order alone, and until a day after the concert', async () => {
    const stage = await makeStage(world)
    const phone = await phoneWithPlayingSong(stage)
    const over = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(
      api.payment.confirm,
      { body: { sessionId: stage.concertId, songId: stage.ids.А } },
      stage.as,
    )
    await world.ok(api.artist.updateSessionStatus, { body: over }, stage.as)
    const stranger = await knownPhone(world)
    await world.refused('NOT_FOUND', api.songs.thank, phone, { cookie: stranger.cookie })
    await world.refused('NOT_FOUND', api.songs.thank, phone)
    world.advance(23 * HOUR_MS)
    await phone.thank()
    const late = await makeStage(world)
    const other = await phoneWithPlayingSong(late)
    await late.next()
    await world.ok(
      api.artist.updateSessionStatus,
      { body: { ...over, sessionId: late.concertId } },
      late.as,
    )
    world.advance(25 * HOUR_MS)
    await world.refused('ILLEGAL_STEP', api.songs.thank, other, other.as)
  })

  test('of a muted listener appear nowhere', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.А, { name: 'Аня' })
    const [askId] = await askIds(stage)
    await stage.next()
    await stage.next()
    const as = phone.cookie === undefined ? {} : { cookie: phone.cookie }
    await world.ok(api.songs.thank, { body: { orderId: data.orderId } }, as)
    const [seen] = await evening(stage)
    const body = { sessionId: stage.concertId, askId, muted: true }
    await world.ok(api.artist.muteListener, { body }, stage.as)
    assert.deepEqual(await evening(stage), [])
    assert.deepEqual((await told(stage)).texts, [])
    await world.refused(
      'NOT_FOUND',
      api.artist.answerThanks,
      { body: { sessionId: stage.concertId, thanksId: seen?.id } },
      stage.as,
    )
  })

  test('name nobody whose name the word filter holds back', async () => {
    const stage = await makeStage(world)
    await rules(stage, { namesShown: true })
    const phone = await phoneWithPlayingSong(stage, { name: 'нахуй' })
    await stage.next()
    await phone.thank()
    const [seen] = await evening(stage)
    assert.deepEqual([seen?.name, seen?.held], ['', true])
    assert.deepEqual((await told(stage)).texts, ['Спасибо за песню «А»'])
    await answer(stage)
    assert.equal((await phone.mine()).answer, 'Спасибо!')
  })

  test('show no name to the hall where the artist keeps names to himself, and nothing where he takes no words', async () => {
    const stage = await makeStage(world)
    const phone = await phoneWithPlayingSong(stage, { name: 'Аня' })
    await stage.next()
    await phone.thank()
    assert.deepEqual((await told(stage)).texts, ['Спасибо за песню «А»'])
    await rules(stage, { words: 'off' })
    assert.deepEqual((await told(stage)).texts, [])
  })

  test('are answered by their own artist alone', async () => {
    const stage = await makeStage(world)
    const phone = await phoneWithPlayingSong(stage)
    await stage.next()
    await phone.thank()
    const [seen] = await evening(stage)
    const other = await makeStage(world)
    const body = { sessionId: stage.concertId, thanksId: seen?.id }
    await world.refused('NOT_YOURS', api.artist.answerThanks, { body }, other.as)
    const query = { sessionId: stage.concertId }
    await world.refused('NOT_YOURS', api.artist.thanks, { query }, other.as)
    assert.deepEqual(await world.ok(api.artist.thanks, { query }, stage.as), [seen])
    const elsewhere = { ...body, sessionId: other.concertId }
    await world.refused('NOT_FOUND', api.artist.answerThanks, { body: elsewhere }, other.as)
  })
})

test('a tip is told to the hall as it comes, and its words to the artist alone', async () => {
  const concert = await paidConcert(world)
  const body = { sessionId: concert.sessionId, rules: { namesShown: true } }
  await world.ok(api.artist.changeRules, { body }, concert.as)
  await tipped(world, concert.artist.username, 20_000, 'Браво')
  const live = (await liveThanks(world.app.ctx, [concert.sessionId])).get(concert.sessionId)
  assert.deepEqual(
    live?.thanks?.map(({ text }) => text),
    ['Спасибо за поддержку!'],
  )
  // A pad that hears of one more asks for it at once.
  assert.equal(live?.given, 1)
})

test('a tip has the name of its payer and is answered once, which he alone is told', async () => {
  const concert = await paidConcert(world)
  const { sessionId, as } = concert
  const query = { sessionId }
  const by = makePhone(world)
  const stage = { artist: concert.artist, concertId: sessionId }
  const order = { name: 'Аня', amount: 10_000 }
  const { data } = await by.order(stage, await concert.newSong(), order)
  await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
  await world.settle()
  await tipped(world, concert.artist.username, 20_000, 'Браво', by)
  const newest = async () =>
    (await world.ok(api.artist.evening, { query }, as)).tips?.newest.map(
      ({ name, table, answered, message }) => ({ name, table, answered, message }),
    )
  const known = { name: 'Аня', table: null, message: 'Браво' }
  assert.deepEqual(await newest(), [{ ...known, answered: false }])
  const { tips } = await world.ok(api.artist.evening, { query }, as)
  const tipId = tips?.newest[0]?.id ?? ''
  const page = () => world.ok(api.payment.byId, { params: { id: tipId } })
  assert.equal((await page()).thanked, undefined)

  const other = await paidConcert(world)
  const body = { sessionId, tipId }
  await world.refused('NOT_YOURS', api.artist.answerTip, { body }, other.as)
  const elsewhere = { ...body, sessionId: other.sessionId }
  await world.refused('NOT_FOUND', api.artist.answerTip, { body: elsewhere }, other.as)
  for (const _ of [1, 2]) await world.ok(api.artist.answerTip, { body }, as)
  assert.deepEqual(await newest(), [{ ...known, answered: true }])
  assert.equal((await page()).thanked, true)
})

test('a tip is the artist’s even where it cannot be told to the hall', async (t) => {
  const concert = await paidConcert(world)
  t.after(await failWrites(world.sql, raw`insert on thanks`))
  await tipped(world, concert.artist.username, 20_000)
  assert.equal(await concert.owed(), 19_000)
})

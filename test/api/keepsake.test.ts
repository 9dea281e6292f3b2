import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { cancelled } from '#test/support/steps/my-orders.ts'
import { advanceAndSettle, pageOf, paidConcert } from '#test/support/paid-concert.ts'
import { knownPhone, makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Phone = { readonly cookie: string | undefined }
const asPhone = ({ cookie }: Phone) => (cookie === undefined ? {} : { cookie })

const keyOf = async (sessionId: string, phone: Phone) =>
  (await world.ok(api.songs.keepsakeKey, { query: { sessionId } }, asPhone(phone))).key
const kept = (sessionId: string, key: string) =>
  world.ok(api.songs.keepsake, { query: { sessionId, key } })
const orderLines = async (sessionId: string, key: string) =>
  (await kept(sessionId, key)).orders.map(({ title, state }) => `${title} ${state}`)

async function end({ concertId, as }: TestStage) {
  const body = { sessionId: concertId, sessionStatus: 'PLAYED' as const }
  await world.ok(api.artist.updateSessionStatus, { body }, as)
}

async function picture(sessionId: string, key: string): Promise<Buffer> {
  const query = new URLSearchParams({ sessionId, key }).toString()
  const url = `/api/v1/songs/keepsake-picture?${query}`
  const { statusCode, headers, rawPayload } = await world.app.http.inject({ url })
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'image/jpeg')
  const { format, width, height } = await sharp(rawPayload).metadata()
  assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 1080, height: 1920 })
  return rawPayload
}

describe('the page that a listener keeps of a concert', () => {
  test('opens by its link alone, with his own orders and with what he wrote, until that is erased', async () => {
    const stage = await makeStage(world)
    const { concertId, ids } = stage
    const next = await world.concert(stage.artist, { startsIn: 60 * 24 * 10 })
    await world.concert(stage.artist, { startsIn: 60 * 24, closedSession: true })
    const [anna, oleg] = [makePhone(world), makePhone(world)]
    const { data } = await anna.order(stage, ids.А, { name: 'Аня', words: 'для мамы' })
    await oleg.order(stage, ids.Б, { name: 'Олег' })
    await anna.order(stage, ids.В)
    await stage.next()
    const startedAt = world.now().toISOString()
    world.advance(200_000)
    await stage.next()
    await world.ok(api.songs.thank, { body: { orderId: data.orderId } }, asPhone(anna))
    const key = await keyOf(concertId, anna)
    assert.notEqual(key, await keyOf(concertId, oleg))

    const early = await kept(concertId, key)
    assert.deepEqual([early.over, early.orders, early.next], [false, [], null])
    await world.refused('NOT_FOUND', api.songs.keepsakePicture, {
      query: { sessionId: concertId, key },
    })
    const query = { sessionId: concertId }
    const [thanks] = await world.ok(api.artist.thanks, { query }, stage.as)
    const body = { sessionId: concertId, thanksId: thanks?.id }
    await world.ok(api.artist.answerThanks, { body }, stage.as)
    await end(stage)

    assert.equal(await keyOf(concertId, anna), key)
    const page = await kept(concertId, key)
    assert.equal(page.over, true)
    assert.deepEqual(
      page.orders.map((order) => [
        order.title,
        order.state,
        order.startedAt && new Date(order.startedAt).toISOString(),
        order.name,
        order.words,
        order.answer,
      ]),
      [
        ['А', 'PLAYED', startedAt, 'Аня', 'для мамы', 'Спасибо, Аня!'],
        ['В', 'SKIPPED', null, undefined, undefined, undefined],
      ],
    )
    assert.equal(page.session.artist.username, stage.artist.username)
    assert.equal(page.next?.id, next)
    assert.ok(!JSON.stringify(page).includes('Олег'))
    await picture(concertId, key)

    world.advance(31 * DAY_MS)
    await forgetOld(world.app.ctx)
    const later = await kept(concertId, key)
    assert.ok(!/Аня|мамы/u.test(JSON.stringify(later)))
    assert.equal(later.orders[0]?.answer, 'Спасибо!')
  })

  test('is not there for another link, another concert, or somebody without orders', async () => {
    const stage = await makeStage(world)
    const { concertId: sessionId, ids } = stage
    const phone = makePhone(world)
    const { data } = await phone.order(stage, ids.А)
    const key = await keyOf(sessionId, phone)
    const other = await makeStage(world)
    await phone.order(other, other.ids.А)
    assert.notEqual(await keyOf(other.concertId, phone), key)
    const stranger = await knownPhone(world)
    for (const over of [false, true]) {
      if (over) await end(stage)
      for (const made of [
        `${key[0] === 'A' ? 'B' : 'A'}${key.slice(1)}`,
        'A'.repeat(22),
        'A'.repeat(43),
      ])
        await world.refused('NOT_FOUND', api.songs.keepsake, { query: { sessionId, key: made } })
      const elsewhere = { query: { sessionId: other.concertId, key } }
      await world.refused('NOT_FOUND', api.songs.keepsake, elsewhere)
      await world.refused('NOT_FOUND', api.songs.keepsakePicture, elsewhere)
      for (const as of [{}, asPhone(stranger)])
        await world.refused('NOT_FOUND', api.songs.keepsakeKey, { query: { sessionId } }, as)
    }
    // The last character holds two bits: sixteen spellings would lead to one device.
    const again = `${key.slice(0, -1)}${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[key.slice(-1)]}`
    for (const bad of ['', 'short', '!'.repeat(22), again])
      await world.refused('VALIDATION', api.songs.keepsake, { query: { sessionId, key: bad } })
    const last = { sessionId: other.concertId }
    const [order] = await world.ok(api.songs.myOrders, { query: last }, asPhone(phone))
    await cancelled(world, order?.orderId, phone.cookie)
    await world.refused('NOT_FOUND', api.songs.keepsakeKey, { query: last }, asPhone(phone))
    assert.ok(data.orderId)
  })

  test('says what came of the money, and nothing of what was taken off', async () => {
    const show = await paidConcert(world)
    const stage = { artist: show.artist, concertId: show.sessionId }
    const phone = makePhone(world)
    const order = async () => {
      const { data } = await phone.order(stage, await show.newSong(), { amount: 10_000 })
      await world.bank.pay(pageOf(data.paymentURL), { method: 'card', action: 'pay' })
      await world.settle()
      return data.orderId
    }
    await order()
    const off = await order()
    await order()
    await cancelled(world, off, phone.cookie)
    await show.next()
    await show.next()
    // The second song sounds no more, and the third was left.
    await show.end()
    const key = await keyOf(show.sessionId, phone)
    const states = async () =>
      (await orderLines(show.sessionId, key)).map((one) => one.split(' ').at(-1))
    assert.deepEqual(await states(), ['PLAYED', 'RETURNING'])
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await states(), ['PLAYED', 'RETURNED'])
    const page = JSON.stringify(await kept(show.sessionId, key))
    assert.ok(!page.includes('10000') && !page.includes('amount'), 'sums are nobody else’s affair')
    await picture(show.sessionId, key)
  })

  test('shows only his own of what sounded where the artist hides it or an evening needs a code word', async () => {
    const stage = await makeStage(world)
    const { concertId: sessionId, ids } = stage
    const phone = makePhone(world)
    await phone.order(stage, ids.А)
    await stage.scheduled('Б', 'А', 'В')
    for (let song = 0; song < 4; song += 1) {
      world.advance(MINUTE_MS)
      await stage.next()
    }
    await end(stage)
    const key = await keyOf(sessionId, phone)
    const seen = async () => {
      const { played, songs } = await kept(sessionId, key)
      return [songs, played.map(({ title }) => title).join('')]
    }
    assert.deepEqual(await seen(), [3, 'БАВ'])
    for (const hidden of [
      { showPlayed: false },
      { showSongsOnPoster: false },
      { codeWord: 'ромашка', pass: randomUUID(), closedSession: true },
    ]) {
      const all = { showPlayed: true, showSongsOnPoster: true }
      await world.sql
        .updateTable('concerts')
        .set({ ...all, ...hidden })
        .where('id', '=', sessionId)
        .execute()
      assert.deepEqual(await seen(), [3, 'А'])
    }
  })

  test('of a closed concert does not tell where it was, and shows no word that is held back', async () => {
    const stage = await makeStage(world, { concert: { closedSession: true } })
    const phone = makePhone(world)
    await phone.order(stage, stage.ids.А, { name: 'нахуй', words: 'привет' })
    await end(stage)
    const page = await kept(stage.concertId, await keyOf(stage.concertId, phone))
    assert.deepEqual([page.session.location.name, page.session.location.city], ['', ''])
    assert.deepEqual([page.orders[0]?.name, page.orders[0]?.words], [undefined, undefined])
  })
})

describe('the picture for stories', () => {
  test('bears titles without end, other scripts, piled marks, emoji, and twenty songs', async () => {
    const zalgo = `З${'\u0301\u0335'.repeat(40)}`
    for (const [title, name] of [
      ['Ж'.repeat(120), 'Ж'.repeat(64)],
      ['حفلة موسيقية', 'عازف'],
      ['🎸🎸🎸', '🎸'],
      [zalgo.repeat(5), zalgo],
      ['<script>alert(1)</script>', '&amp;'],
    ] as const) {
      const stage = await makeStage(world, { artist: { name }, concert: { title } })
      const phone = makePhone(world)
      for (let at = 0; at < 20; at += 1) {
        const songId = await world.song(`${title} ${at}`, `${name} ${at}`)
        assert.equal((await phone.order(stage, songId)).status, 200)
        await stage.next()
      }
      await end(stage)
      const key = await keyOf(stage.concertId, phone)
      assert.equal((await orderLines(stage.concertId, key)).length, 20)
      await picture(stage.concertId, key)
    }
  })

  test('holds nothing that anybody wrote', async () => {
    const stage = await makeStage(world)
    const keys: string[] = []
    for (const more of [{}, { name: 'Аня', words: 'для мамы' }]) {
      const phone = makePhone(world)
      await phone.order(stage, stage.ids.А, more)
      keys.push(await keyOf(stage.concertId, phone))
    }
    await end(stage)
    const [plain, written] = await Promise.all(keys.map((key) => picture(stage.concertId, key)))
    assert.ok(plain !== undefined && written?.equals(plain))
  })
})

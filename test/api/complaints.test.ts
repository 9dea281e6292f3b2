import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { COMPLAINTS_A_DAY } from '#domain/complaints.ts'
import { DAY_MS } from '#domain/time.ts'
import { forgetComplaints } from '#server/modules/complaints/complaints.service.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
let admin: TestArtist
before(async () => {
  world = await makeWorld()
  admin = await world.artist({ role: 'ADMIN' })
})
after(() => world.close())

const PHOTO = '/photos/of-the-hall.webp'
let addresses = 0
const somebody = () => ({ address: `10.77.0.${(addresses += 1)}` })

const complaint = (username: string, more: object = {}) => ({
  body: { username, reason: 'obscene' as const, words: '', email: '', ...more },
})
const listed = async (done = false) =>
  (await world.ok(api.admin.complaints, { query: { done } }, admin)).complaints
const of = async (username: string) => (await listed()).filter((one) => one.username === username)

describe('«Пожаловаться»', () => {
  test('on a page, a photo, a concert and a listener’s text reaches the operator with its link', async () => {
    const stage = await makeStage(world, {
      artist: { name: 'Третья парадная', imageUrls: [PHOTO] },
    })
    const { username } = stage.artist
    await makePhone(world).order(stage, null, { title: 'Купите слона', artistName: 'Я' })
    const [entry] = await stage.queue()
    const sessionId = stage.concertId
    const written = { name: 'Пётр', words: 'Маме от сына' }
    await makePhone(world).order(stage, entry?.songId ?? null, written)
    await makePhone(world).order(stage, entry?.songId ?? null, { name: '', words: 'Без имени' })
    const texts = { words: ' Это моя  фотография ', email: 'Anna@Mail.example' }
    for (const more of [
      {},
      { photo: PHOTO, ...texts, reason: 'identity' },
      { sessionId },
      { sessionId, entryId: entry?.id, reason: 'advert' },
    ])
      await world.ok(api.complaints.send, complaint(username, more), somebody())
    const link = `/user/${username}`
    assert.deepEqual(
      (await of(username)).map((one) => [one.kind, one.about, one.link, one.photo, one.reason]),
      [
        ['page', 'Третья парадная', link, null, 'obscene'],
        ['photo', 'Третья парадная, фото 1', link, PHOTO, 'identity'],
        ['concert', 'Третья парадная, «Тихий концерт»', `${link}/${sessionId}`, null, 'obscene'],
        [
          'text',
          'Третья парадная, «Тихий концерт»: Купите слона, Я',
          `${link}/${sessionId}`,
          null,
          'advert',
        ],
      ],
    )
    const [, photo, , text] = await of(username)
    assert.deepEqual(text?.written, ['Без имени', 'Пётр: Маме от сына'])
    assert.deepEqual(photo?.written, [])
    assert.deepEqual([photo?.words, photo?.email], ['Это моя фотография', 'anna@mail.example'])
  })

  test('says nothing of the title of an evening behind a code word', async () => {
    const stage = await makeStage(world)
    const { username } = stage.artist
    const { concertId: sessionId } = stage
    const closed = { sessionId, rules: {}, codeWord: 'свадьба' }
    await world.ok(api.artist.changeRules, { body: closed }, stage.as)
    await world.ok(api.complaints.send, complaint(username, { sessionId }), somebody())
    const [one] = await of(username)
    assert.match(one?.about ?? '', /, «Закрытый вечер»$/u)
  })

  test('is refused for what is not there, and for what is another artist’s', async () => {
    const [stage, other] = [await makeStage(world), await makeStage(world)]
    const { username } = stage.artist
    for (const more of [
      { photo: '/photos/another.webp' },
      { sessionId: other.concertId },
      { sessionId: stage.concertId, entryId: crypto.randomUUID() },
      { username: 'nobody-at-all' },
    ])
      await world.refused('NOT_FOUND', api.complaints.send, complaint(username, more), somebody())
    await world.refused(
      'VALIDATION',
      api.complaints.send,
      complaint(username, { reason: 'other' }),
      somebody(),
    )
    assert.deepEqual(await of(username), [])
  })

  test('comes from one device three times a day, also when all are sent at once', async () => {
    const { username } = await world.artist()
    const first = await world.call(api.complaints.send, complaint(username), somebody())
    const as = { cookie: first.cookie ?? '', ...somebody() }
    const more = await Promise.all(
      Array.from({ length: 6 }, () => world.call(api.complaints.send, complaint(username), as)),
    )
    assert.equal(more.filter(({ status }) => status === 200).length, COMPLAINTS_A_DAY - 1)
    const refused = await world.refused('TOO_MANY', api.complaints.send, complaint(username), as)
    assert.equal(refused.message, 'Сегодня вы жаловались трижды. Напишите в поддержку')
    assert.equal((await of(username)).length, COMPLAINTS_A_DAY)
    world.advance(DAY_MS + 1000)
    assert.equal((await world.call(api.complaints.send, complaint(username), as)).status, 200)
  })

  test('is settled by an operator, once, and opened again', async () => {
    const { username } = await world.artist()
    await world.ok(api.complaints.send, complaint(username), somebody())
    const [{ id } = { id: '' }] = await of(username)
    const settle = (done: boolean) =>
      world.ok(api.admin.settleComplaint, { params: { id }, body: { done } }, admin)
    await settle(true)
    assert.deepEqual(await of(username), [])
    const settled = (await listed(true)).find((one) => one.id === id)
    assert.equal(settled?.doneBy, admin.username)
    await settle(false)
    assert.equal((await of(username)).length, 1)
    await world.refused(
      'NOT_FOUND',
      api.admin.settleComplaint,
      { params: { id: crypto.randomUUID() }, body: { done: true } },
      admin,
    )
  })

  test('forgets its device after 90 days and is gone after a year', async () => {
    const { username, id: artistId } = await world.artist()
    await world.ok(api.complaints.send, complaint(username), somebody())
    const rows = () =>
      world.sql
        .selectFrom('complaints')
        .select('deviceId')
        .where('artistId', '=', artistId)
        .execute()
    world.advance(91 * DAY_MS)
    await forgetComplaints(world.app.ctx)
    assert.deepEqual(await rows(), [{ deviceId: null }])
    world.advance(275 * DAY_MS)
    await forgetComplaints(world.app.ctx)
    assert.deepEqual(await rows(), [])
  })
})

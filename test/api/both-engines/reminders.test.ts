import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { forgetOldFollows } from '#server/modules/notifications/follows.service.ts'
import { notifyGuests } from '#server/modules/notifications/guests.service.ts'
import { notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { eventually } from '#test/support/eventually.ts'
import { knownPhone } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let service: Awaited<ReturnType<typeof startPushService>>
before(async () => {
  world = await makeWorld()
  service = await startPushService(async () => (await world.ok(api.songs.pushKey)).publicKey)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await world.close()
})

/** By Moscow's clock, in November. */
const at = (day: number, time: string) =>
  new Date(`2026-11-${String(day).padStart(2, '0')}T${time}:00+03:00`)
/** Two processes look at this moment. */
async function lookAt(moment: Date) {
  world.setNow(moment)
  await Promise.all([notifyFollowers(world.app.ctx), notifyFollowers(world.app.ctx)])
}

const typed = (startsAt: Date, venue = 'Подвал') => ({
  dateTimeStart: startsAt.toISOString(),
  durationHours: 2,
  durationMinutes: 0,
  description: 'Тихий вечер',
  location: { name: venue, description: 'Москва, Арбат 1', longitude: 37.6, latitude: 55.75 },
})

const announce = async (artist: TestArtist, startsAt: Date) =>
  (await world.ok(api.session.create, { body: typed(startsAt) }, artist)).id

async function move(artist: TestArtist, sessionId: string, startsAt: Date, venue?: string) {
  const { dateTimeStart, durationHours, durationMinutes, ...rest } = typed(startsAt, venue)
  const time = { dateTimeStart, durationHours, durationMinutes }
  await world.ok(api.session.correct, { body: { ...rest, sessionId, time } }, artist)
}

type Followed = { artistUsername: string } | { sessionId: string } | { town: string }

/** A phone with its push messages; what it follows, and whether it goes to the concert. */
async function phone(follows: readonly Followed[], { goes }: { goes?: string } = {}) {
  const { cookie } = await knownPhone(world)
  const name = randomUUID()
  const subscription = service.subscribe(name)
  for (const followed of follows) {
    const body = { ...followed, timeZone: 'Europe/Moscow', subscription }
    await world.ok(api.follows.byPush, { body }, { cookie })
  }
  const going = (wanted: boolean, sessionId: string) =>
    world.ok(api.session.going, { body: { sessionId, going: wanted } }, { cookie })
  if (goes !== undefined) await going(true, goes)
  /** Until when the push service keeps the last message, sent now. */
  const keptUntil = () => {
    const { headers } = service.received.findLast((one) => one.name === name) ?? {}
    return new Date(world.now().getTime() + Number(headers?.['ttl']) * SECOND_MS)
  }
  return { cookie, going, keptUntil, titles: () => service.receivedTitles(name) }
}

const reminded = (titles: readonly string[]) =>
  titles.filter((title) => /концерт во? |скоро/u.test(title)).map((title) => title.split(': ')[1])

describe('who is coming to a concert is reminded of it', () => {
  test('the day before and two hours before, once each, though he goes and follows', async () => {
    world.setNow(at(1, '12:00'))
    const artist = await world.artist({ name: 'Аня' })
    const id = await announce(artist, at(9, '19:00'))
    const ofArtist = { artistUsername: artist.username }
    const both = await phone([ofArtist, { sessionId: id }], { goes: id })
    const goes = await phone([ofArtist], { goes: id })
    const follows = await phone([{ sessionId: id }])
    const onlyArtist = await phone([ofArtist])
    const stranger = await phone([{ artistUsername: (await world.artist()).username }], {
      goes: id,
    })
    await lookAt(at(8, '18:59'))
    for (const one of [both, goes, follows]) assert.deepEqual(reminded(one.titles()), [])
    await lookAt(at(8, '19:00'))
    await lookAt(at(9, '09:30'))
    // A phone that is off until it has begun is not told that it is ahead.
    assert.deepEqual(onlyArtist.keptUntil(), at(9, '19:00'))
    await lookAt(at(9, '16:59'))
    for (const one of [both, goes, follows])
      assert.deepEqual(reminded(one.titles()), ['концерт в понедельник'])
    // Who was reminded is not told in the morning too.
    assert.equal(goes.titles().includes('Аня: концерт сегодня'), false)
    assert.equal(onlyArtist.titles().includes('Аня: концерт сегодня'), true)
    await lookAt(at(9, '17:00'))
    await lookAt(at(9, '18:00'))
    for (const one of [both, goes, follows])
      assert.deepEqual(reminded(one.titles()), ['концерт в понедельник', 'скоро концерт'])
    for (const one of [onlyArtist, stranger]) assert.deepEqual(reminded(one.titles()), [])
  })

  test('again by the new time of a moved one, not of its new venue', async () => {
    world.setNow(at(10, '12:00'))
    const artist = await world.artist({ name: 'Боря' })
    const id = await announce(artist, at(14, '19:00'))
    const one = await phone([{ sessionId: id }])
    await lookAt(at(13, '19:00'))
    assert.deepEqual(reminded(one.titles()), ['концерт в субботу'])
    await move(artist, id, at(14, '19:00'), 'Чердак')
    await lookAt(at(13, '20:00'))
    assert.deepEqual(reminded(one.titles()), ['концерт в субботу'])
    await move(artist, id, at(17, '20:00'))
    await lookAt(at(14, '17:00'))
    assert.deepEqual(one.titles().at(-1), 'Боря: концерт перенесён')
    await lookAt(at(16, '20:00'))
    await lookAt(at(17, '18:00'))
    assert.deepEqual(reminded(one.titles()), [
      'концерт в субботу',
      'концерт во вторник',
      'скоро концерт',
    ])
  })

  test('of a move also where he was told something that day, and in the night of what begins in it', async () => {
    world.setNow(at(10, '12:00'))
    const artist = await world.artist({ name: 'Зоя' })
    const id = await announce(artist, at(14, '23:30'))
    const [comes, ofArtist] = [
      await phone([{ sessionId: id }]),
      await phone([{ artistUsername: artist.username }]),
    ]
    await lookAt(at(13, '21:30'))
    assert.deepEqual(comes.titles(), ['Зоя: концерт в субботу'])
    await lookAt(at(14, '10:00'))
    await move(artist, id, at(14, '23:20'))
    await lookAt(at(14, '10:15'))
    await lookAt(at(14, '21:20'))
    assert.deepEqual(comes.titles().slice(1), ['Зоя: концерт перенесён', 'Зоя: скоро концерт'])
    world.setNow(at(14, '22:10'))
    await move(artist, id, at(14, '23:00'))
    await lookAt(at(14, '22:11'))
    assert.equal(comes.titles().at(-1), 'Зоя: концерт перенесён')
    assert.equal(ofArtist.titles().at(-1), 'Зоя: концерт перенесён')
    assert.deepEqual([comes.titles().length, ofArtist.titles().length], [4, 3])
  })

  test('once an hour at most, and who waits for its town once a day, however often it is moved', async () => {
    world.setNow(at(16, '12:00'))
    const artist = await world.artist({ name: 'Клим' })
    const id = await announce(artist, at(18, '11:00'))
    const town = 'Москва'
    const [comes, ofArtist, ofTown] = [
      await phone([{ sessionId: id }]),
      await phone([{ artistUsername: artist.username }]),
      await phone([{ town }]),
    ]
    await lookAt(at(16, '12:15'))
    for (let minutes = 0; minutes < 180; minutes += 20) {
      const now = new Date(at(17, '11:10').getTime() + minutes * MINUTE_MS)
      world.setNow(now)
      await move(artist, id, at(18, minutes % 40 === 0 ? '11:05' : '11:00'))
      await lookAt(new Date(now.getTime() + 15 * MINUTE_MS))
    }
    const moves = ({ titles }: { titles: () => string[] }) =>
      titles().filter((title) => title.endsWith('перенесён')).length
    assert.deepEqual([moves(comes), moves(ofArtist)], [3, 3])
    assert.deepEqual(ofTown.titles(), ['Клим: новый концерт', 'Клим: концерт перенесён'])
  })

  test('once where a message with the move is on its way while the move is made known', async () => {
    world.setNow(at(17, '12:00'))
    const artist = await world.artist({ name: 'Яна' })
    const id = await announce(artist, at(18, '11:00'))
    await lookAt(at(17, '12:15'))
    const one = await phone([{ sessionId: id }])
    const moved = async (when: Date, startsAt: string) => {
      world.setNow(when)
      await move(artist, id, at(18, startsAt))
    }
    const later = (when: Date) => new Date(when.getTime() + 20_000)
    await moved(at(17, '12:30'), '11:10')
    await lookAt(at(17, '12:45'))
    // Made known at once, and told an hour after the last one.
    await moved(at(17, '13:00'), '11:20')
    await lookAt(at(17, '13:15'))
    await moved(later(at(17, '13:30')), '11:30')
    const answer = service.holds()
    const count = service.received.length
    const first = lookAt(at(17, '13:45'))
    await eventually(() => Promise.resolve(service.received.length), count + 1)
    await lookAt(later(at(17, '13:45')))
    answer()
    await first
    assert.deepEqual(one.titles(), ['Яна: концерт перенесён', 'Яна: концерт перенесён'])
    await lookAt(at(17, '15:00'))
    assert.equal(one.titles().length, 2)
  })

  test('not of a cancelled one, of which he is told', async () => {
    world.setNow(at(1, '12:00'))
    const artist = await world.artist({ name: 'Вера' })
    const id = await announce(artist, at(5, '19:00'))
    const [goes, follows] = [
      await phone([{ artistUsername: artist.username }], { goes: id }),
      await phone([{ sessionId: id }]),
    ]
    await lookAt(at(4, '12:00'))
    await world.ok(api.session.remove, { query: { sessionId: id } }, artist)
    await notifyGuests(world.app.ctx)
    await lookAt(at(4, '19:00'))
    await lookAt(at(5, '17:00'))
    for (const one of [goes, follows]) {
      assert.deepEqual(reminded(one.titles()), [])
      assert.deepEqual(
        one.titles().filter((title) => title.includes('отменён')),
        ['Вера: концерт отменён'],
      )
    }
  })

  test('only before it begins, where it was announced less than a day before', async () => {
    world.setNow(at(4, '23:00'))
    const artist = await world.artist({ name: 'Глеб' })
    const id = await announce(artist, at(5, '19:00'))
    const one = await phone([{ sessionId: id }])
    await lookAt(at(5, '09:10'))
    assert.deepEqual(reminded(one.titles()), [])
    await lookAt(at(5, '17:00'))
    assert.deepEqual(reminded(one.titles()), ['скоро концерт'])
  })

  test('late rather than never after an outage, in one message, and never at night', async () => {
    world.setNow(at(1, '12:00'))
    const artist = await world.artist({ name: 'Дина' })
    const [late, night] = [
      await announce(artist, at(5, '19:00')),
      await announce(artist, at(7, '23:30')),
    ]
    const one = await phone([{ sessionId: late }])
    await lookAt(at(5, '18:30'))
    assert.deepEqual(one.titles(), ['Дина: скоро концерт'])
    assert.deepEqual(one.keptUntil(), at(5, '19:00'))
    const other = await phone([{ sessionId: night }])
    await lookAt(at(6, '21:29'))
    assert.deepEqual(reminded(other.titles()), [])
    await lookAt(at(6, '21:31'))
    assert.deepEqual(reminded(other.titles()), ['концерт в субботу'])
    await lookAt(at(7, '21:30'))
    assert.deepEqual(reminded(other.titles()), ['концерт в субботу', 'скоро концерт'])
  })

  test('no more once he does not come, or has begun to follow too late', async () => {
    world.setNow(at(1, '12:00'))
    const artist = await world.artist({ name: 'Егор' })
    const id = await announce(artist, at(5, '19:00'))
    const one = await phone([{ artistUsername: artist.username }], { goes: id })
    await lookAt(at(4, '19:00'))
    await one.going(false, id)
    const late = await phone([{ sessionId: id }])
    await world.ok(api.follows.end, { body: { sessionId: id } }, { cookie: late.cookie })
    const later = await phone([{ sessionId: id }])
    await lookAt(at(5, '17:00'))
    assert.deepEqual(reminded(one.titles()), ['концерт в четверг'])
    assert.deepEqual(late.titles(), [])
    assert.deepEqual(reminded(later.titles()), ['скоро концерт'])
  })

  test('by e-mail, where a link in it ends it', async () => {
    world.setNow(at(1, '12:00'))
    const artist = await world.artist({ name: 'Жанна' })
    const id = await announce(artist, at(5, '19:00'))
    const { cookie } = await knownPhone(world)
    const email = `${randomUUID()}@example.org`
    const body = { sessionId: id, email, consent: true, timeZone: 'Europe/Moscow' }
    await world.ok(api.follows.byEmail, { body }, { cookie })
    const mails = () => world.sentMail.filter(({ to }) => to === email)
    const asked = `${world.app.ctx.publicUrl}/user/${artist.username}/${id}`
    const when = 'Вы хотели получить напоминание о концерте: четверг, 5 нояб., 19:00 (МСК)'
    assert.ok(mails()[0]?.text.includes(`${when}, ${asked}. Подтвердите`))
    const token = /\/follow\/([\w-]{43})/u.exec(mails()[0]?.text ?? '')?.[1] ?? ''
    const found = await world.ok(api.follows.confirm, { body: { token } }, { cookie })
    assert.deepEqual(found.session, { id, title: 'Тихий вечер' })
    await lookAt(at(4, '19:00'))
    const [, first] = mails()
    assert.equal(first?.subject, 'Жанна: концерт в четверг')
    assert.match(
      first?.text ?? '',
      /потому что хотели получить напоминание о концерте «Тихий вечер»/u,
    )
    assert.match(first?.headers?.['List-Unsubscribe'] ?? '', new RegExp(token, 'u'))
    await world.ok(api.follows.endByLink, { body: { token } })
    await lookAt(at(5, '17:00'))
    assert.equal(mails().length, 2)
  })

  test('by e-mail also of its cancellation, whose letter has such a link too', async () => {
    world.setNow(at(1, '12:00'))
    const artist = await world.artist({ name: 'Ира' })
    const id = await announce(artist, at(5, '19:00'))
    const { cookie } = await knownPhone(world)
    const email = `${randomUUID()}@example.org`
    await world.ok(
      api.follows.byEmail,
      { body: { sessionId: id, email, consent: true } },
      { cookie },
    )
    const mails = () => world.sentMail.filter(({ to }) => to === email)
    const tokenIn = (text = '') => /\/follow\/([\w-]{43})/u.exec(text)?.[1] ?? ''
    await world.ok(api.follows.confirm, { body: { token: tokenIn(mails()[0]?.text) } }, { cookie })
    await world.ok(api.session.remove, { query: { sessionId: id } }, artist)
    await notifyGuests(world.app.ctx)
    const [, gone] = mails()
    assert.match(gone?.text ?? '', /потому что хотели прийти на этот концерт\. Больше не писать:/u)
    const token = tokenIn(gone?.text)
    assert.ok(gone?.headers?.['List-Unsubscribe']?.includes(token))
    const found = await world.ok(api.follows.ofLink, { query: { token } })
    assert.deepEqual(found.session, { id, title: 'Тихий вечер' })
    await world.ok(api.follows.endByLink, { body: { token } })
    await world.refused('NOT_FOUND', api.follows.ofLink, { query: { token } })
  })

  test('and his follow is forgotten once it is over; of a closed one there is none', async () => {
    world.setNow(at(1, '12:00'))
    const artist = await world.artist()
    const id = await announce(artist, at(5, '19:00'))
    const one = await phone([{ sessionId: id }])
    world.setNow(at(5, '19:01'))
    const as = { sessionId: id, sessionStatus: 'NOW' as const }
    await world.ok(api.artist.updateSessionStatus, { body: as }, artist)
    world.advance(2 * HOUR_MS + MINUTE_MS)
    const over = { ...as, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body: over }, artist)
    const own = () =>
      world.ok(api.follows.own, { query: { sessionId: id } }, { cookie: one.cookie })
    assert.equal((await own()).push, true)
    await forgetOldFollows(world.app.ctx)
    assert.equal((await own()).push, false)
    const body = { sessionId: id, subscription: service.subscribe(randomUUID()) }
    await world.refused('NOT_FOUND', api.follows.byPush, { body }, { cookie: one.cookie })
  })
})

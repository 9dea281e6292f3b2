import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { TEXTS } from '#domain/notifications.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
  world.setNow(new Date('2026-11-27T12:00:00Z'))
})
after(() => world.close())

test('a concert of another year says its year in the API, the feed and the card for other sites', async () => {
  const artist = await world.artist()
  const location = { name: 'Подвал', description: 'Арбат', longitude: 37.6, latitude: 55.75 }
  for (const dateTimeStart of ['2027-10-17T20:00:00+03:00', '2026-12-05T20:00:00+03:00'])
    await world.ok(
      api.session.create,
      {
        body: {
          dateTimeStart,
          description: 'Вечер',
          location,
          durationHours: 2,
          durationMinutes: 0,
        },
      },
      { token: artist.token },
    )
  const { username } = artist
  const page = async (path: string) =>
    (await world.app.http.inject(path)).body.replaceAll(/[\u00A0\u202F]/gu, ' ')
  const feed = await page(`/user/${username}/feed.xml`)
  assert.match(feed, /воскресенье, 17 окт\. 2027, 20:00/u)
  assert.match(feed, /суббота, 5 дек\., 20:00/u)
  const sessions = await world.ok(api.session.getSessions, { body: { artistUsername: username } })
  assert.deepEqual(
    sessions.map(({ timeAndDay }) => timeAndDay),
    ['суббота, 5 дек., 20:00', 'воскресенье, 17 окт. 2027, 20:00'],
  )
  // A month later the near one is over, and the far one is next.
  world.setNow(new Date('2026-12-20T12:00:00Z'))
  assert.match(await page(`/embed/${username}`), /воскресенье, 17 окт\. 2027, 20:00/u)
})

test('a letter and a push say the year too', () => {
  const concert = {
    id: 'a',
    title: 'Вечер',
    startsAt: new Date('2027-10-17T17:00:00Z'),
    timeZone: 'Europe/Moscow',
    place: 'Подвал',
    words: '',
  }
  const told = { kind: 'new', concert, song: null, performer: null, town: null } as const
  assert.equal(
    TEXTS.new.line(told, world.now()),
    '«Вечер»: воскресенье, 17 окт. 2027, 20:00 (МСК), Подвал',
  )
})

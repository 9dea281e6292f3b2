import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { webBuild } from '#test/support/browsers/web-build.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

// Its clock stands at 18:00 UTC on Saturday, 21 November 2026.
before(async () => {
  world = await makeWorld({ web: await webBuild() })
})
after(() => world.close())

const DAY_MINUTES = 24 * 60

test('the artist’s page shows his last concert ahead, however many dates his series have', async () => {
  const artist = await world.artist()
  const series = {
    dateTimeStart: '2026-12-02T20:00:00+03:00',
    durationHours: 2,
    durationMinutes: 0,
    description: 'Два раза в неделю',
    location: { name: 'Подвал', description: '', longitude: 37.62, latitude: 55.75 },
    repeat: { weekdays: [3, 6], until: '2027-05-26' },
  }
  for (const hour of [18, 20]) {
    const body = { ...series, dateTimeStart: `2026-12-02T${hour}:00:00+03:00` }
    await world.ok(api.session.create, { body }, artist)
  }
  const last = await world.concert(artist, { title: 'Летний', startsIn: 200 * DAY_MINUTES })
  const { body } = await world.app.http.inject({ url: `/user/${artist.username}?tab=afisha` })
  assert.match(body, new RegExp(`href="/user/${artist.username}/${last}"`))
  assert.equal(body.match(/<summary>Ещё даты/gu)?.length, 2)
  assert.equal(body.match(/<article/gu)?.length, 3, 'a date of a series has no poster of its own')
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const DRAFT = {
  dateTimeStart: '2026-12-05T20:00:00+03:00',
  durationHours: 2,
  durationMinutes: 0,
  location: { name: 'Бар "Соль"', description: '', longitude: null, latitude: null },
}

test('the title and the text of a concert are set as in print when they are saved', async () => {
  const artist = await world.artist()
  const body = { ...DRAFT, description: 'Вечер "Кино" в подвале' }
  const { id: sessionId } = await world.ok(api.session.create, { body }, artist)
  const advancedSessionDTO = {
    age: 18 as const,
    description: 'Играем вдвоём - и без света. Билеты: https://bis.example/a-b',
    ticketLink: '',
    privacy: {
      ableGetSongs: true,
      closedSession: false,
      showSongsOnPoster: true,
      autoRunSession: false,
    },
  }
  const kept = await world.ok(
    api.session.update,
    { body: { sessionId, advancedSessionDTO } },
    artist,
  )
  assert.equal(kept.title, 'Вечер «Кино» в\u00a0подвале')
  assert.equal(kept.location.name, 'Бар "Соль"')
  assert.equal(
    kept.advancedSession.description,
    'Играем вдвоём\u00a0— и\u00a0без света. Билеты: https://bis.example/a-b',
  )
})

test('what an artist writes about himself stays as typed for him and is set for his page', async () => {
  const artist = await world.artist()
  const artistInfoDTO = { shortDescription: 'Песни - и тишина' }
  await world.ok(api.auth.update, { body: { artistInfoDTO } }, artist)
  const own = await world.ok(api.page.getAccountInfo, {}, artist)
  assert.equal(own.artistInfoDTO.shortDescription, 'Песни - и тишина')
  const query = { artistUsername: artist.username }
  const page = await world.ok(api.page.getInfo, { query })
  assert.equal(page.artistInfoDTO.shortDescriptionHtml, '<p>Песни\u00a0— и\u00a0тишина</p>')
})

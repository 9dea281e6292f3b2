import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { webBuild } from '#test/support/browsers/web-build.ts'
import { knownPhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld({ web: await webBuild() })
})
after(() => world.close())

describe('The page of the orders', () => {
  test('tells the place of any other song beside that of the waiting one in its address', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const page = async (search: string) => {
      const url = `/user/${stage.artist.username}?tab=order&${search}`
      return (await world.app.http.inject({ url })).body
    }
    const [place, own] = [
      /Ваша встанет|Место для вашей/u,
      /Предложите свою песню.*Встанет (?:третьей|четвёртой)/su,
    ]
    const waits = await page(`song=${stage.ids.А}&suggest=1`)
    assert.match(waits, /Уже в очереди, первая/u)
    assert.match(waits, /Ваша встанет (?:<!-- -->)?третьей/u)
    assert.match(waits, own)
    assert.doesNotMatch(waits, /Предложите свою песню.*Уже в очереди/su)
    const { artist, concertId: sessionId } = stage
    const song = { songId: null, title: 'Про нас', artistName: 'Свои', imageUrl: '' }
    const body = { ...song, artistUsername: artist.username, sessionId }
    await world.ok(api.songs.orderSong, { body }, await knownPhone(world))
    const queue = await world.ok(
      api.artist.queue,
      { query: { sessionId } },
      { token: artist.token },
    )
    const suggested = queue.find(({ title }) => title === song.title)?.songId ?? ''
    const ofHall = await page(`song=${suggested}`)
    assert.match(ofHall, /Уже в очереди, третья/u)
    const free = await page(`song=${stage.ids.В}&suggest=1`)
    assert.match(free, place)
    assert.match(free, own)
  })

  test('invites nobody to suggest a song where the account takes those of the repertoire only', async () => {
    const page = async (search: string, artist = {}) => {
      const stage = await makeStage(world, { artist })
      const url = `/user/${stage.artist.username}?tab=order${search}`
      return (await world.app.http.inject({ url })).body
    }
    const [search, own] = [`&q=${encodeURIComponent('Белые розы')}`, { requestFavoritesOnly: true }]
    assert.match(await page(search), /Предложить свою песню/u)
    const found = await page(search, own)
    assert.match(found, /Такой песни сегодня нет в списке/u)
    assert.doesNotMatch(found, /редложит/u)
    const free = await page('', own)
    assert.match(free, /Только из репертуара/u)
    assert.doesNotMatch(free, /предложите свою/u)
  })

  test('asks for a song of the queue what that song alone costs', async () => {
    const stage = await makeStage(world, {
      artist: { paidSongsEnabled: true, minSongRubles: 100 },
    })
    const { concertId: sessionId, artist, ids } = stage
    await world.sql
      .insertInto('repertoire')
      .values({ artistId: artist.id, songId: ids.А, minRubles: 700, addedAt: world.now() })
      .execute()
    await stage.scheduled('А', 'Б')
    const row = async (support: boolean) => {
      const body = { sessionId, rules: { support } }
      await world.ok(api.artist.changeRules, { body }, stage.as)
      const url = `/user/${artist.username}?tab=order`
      const { body: page } = await world.app.http.inject({ url })
      return [...page.matchAll(/: [АБ], \+(\d+)/gu)].map(([, rubles]) => rubles)
    }
    assert.deepEqual(await row(false), ['700', '100'])
    assert.deepEqual(await row(true), ['70', '10'])
  })

  test('of a concert ahead shows the songs that its artist has laid into the queue', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const page = async () => {
      const url = `/user/${stage.artist.username}/${stage.concertId}/songs`
      return (await world.app.http.inject({ url })).body
    }
    assert.match(await page(), /Пока ни одной песни/u)
    await stage.scheduled('А')
    await stage.queued('А')
    const queued = await page()
    assert.match(queued, /В очереди/u)
    assert.doesNotMatch(queued, /Пока ни одной песни/u)
  })

  test('says why an order is refused though the reception is closed', async () => {
    const stage = await makeStage(world)
    const { concertId: sessionId, ids, artist } = stage
    const body = { sessionId, rules: { lastCall: 'closed' as const } }
    await world.ok(api.artist.changeRules, { body }, stage.as)
    const { body: answer } = await world.app.http.inject({
      method: 'POST',
      url: `/user/${artist.username}?tab=order`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        sessionId,
        songId: ids.А,
        title: 'А',
        artistName: '',
      }).toString(),
    })
    assert.match(answer, /К сожалению песня не может быть добавлена/u)
    assert.match(answer, /Приём заказов закрыт/u)
  })
})

test('The screen of the hall says until when the concert goes on, and nothing once that has passed', async () => {
  const screen = async (minutes: number) => {
    const stage = await makeStage(world, { concert: { startsIn: -60, minutes } })
    const { body } = await world.app.http.inject({ url: `/user/${stage.artist.username}/screen` })
    assert.match(body, /Пока тишина/u)
    return /идёт до/u.test(body)
  }
  assert.deepEqual([await screen(90), await screen(30)], [true, false])
})

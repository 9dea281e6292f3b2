import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { makeListener } from '#packages/live-broadcast/hub.fixture.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { findConcertForLive } from '#server/modules/concerts/concerts.service.ts'
import { HALL, makeLimits } from '#server/platform/http/limits.ts'
import { memoryAllowances } from '#server/platform/limits/rate-counters.ts'
import { webBuild } from '#test/support/browsers/web-build.ts'
import { makePhone, makeStage, orderOf } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  const hall = { ...HALL, newDevicesPerSecond: 1000 }
  const limits = makeLimits({ shared: memoryAllowances(), hall })
  world = await makeWorld({ web: await webBuild(), limits })
})
after(() => world.close())

const change = (stage: TestStage, body: object) =>
  world.call(
    api.artist.changeRules,
    { body: { sessionId: stage.concertId, rules: {}, ...body } },
    stage.as,
  )

/** A wedding with one song in its queue; returns its pass. */
async function wedding() {
  const stage = await makeStage(world, {
    concert: { title: 'Свадьба Ани и Олега', placeName: 'Усадьба' },
  })
  const { status, data } = await change(stage, { codeWord: 'Горько' })
  assert.equal(status, 200)
  await stage.scheduled('А')
  return { stage, pass: data.pass }
}

const WRONG = 'Это слово не подошло. Спросите его у хозяев вечера.'

const enter = (stage: TestStage, word: string, as: object = {}) =>
  world.call(api.session.enter, { body: { sessionId: stage.concertId, word } }, as)

describe('A closed evening', () => {
  test('opens by its word, in any letter case, and then takes orders', async () => {
    const { stage, pass } = await wedding()
    const phone = makePhone(world)
    const outside = await phone.order(stage, stage.ids.Б)
    assert.equal(outside.failure.code, 'SESSION_NOT_OPEN')
    assert.match(outside.failure.message, /кодовое слово/u)
    const wrong = await enter(stage, 'Сладко')
    assert.deepEqual(
      [wrong.failure.code, Object.keys(wrong.failure.fields ?? {})],
      ['VALIDATION', ['word']],
    )
    const right = await enter(stage, ' ГОРЬКО ')
    assert.deepEqual(right.data, { pass })
    assert.equal((await phone.order(stage, stage.ids.Б, { pass })).status, 200)
    assert.deepEqual(await stage.list(), ['А SCHEDULED', 'Б SCHEDULED'])
  })

  test('shows strangers its artist and nothing else', async () => {
    const { stage } = await wedding()
    const { username } = stage.artist
    const query = { artistUsername: username }
    const current = await world.ok(api.page.getCurrentSessionInfo, { query })
    assert.ok(current.id !== null)
    assert.deepEqual([current.locked, current.title, current.songs], [true, 'Закрытый вечер', []])
    const byLink = await world.ok(api.session.byId, { query: { sessionId: stage.concertId } })
    assert.deepEqual([byLink.title, byLink.songs, byLink.pass], ['Закрытый вечер', [], undefined])
    const songs = await world.ok(api.session.songs, { query: { sessionId: stage.concertId } })
    assert.deepEqual(songs, [])
    await world.sql
      .insertInto('repertoire')
      .values({ artistId: stage.artist.id, songId: stage.ids.А, addedAt: new Date() })
      .execute()
    const offered = await world.ok(api.songs.offered, {
      query: { artistUsername: username, sessionId: stage.concertId },
    })
    assert.ok(offered.songs.some(({ songId }) => songId === stage.ids.А))
    const listed = await world.ok(api.session.getSessions, { body: { artistUsername: username } })
    assert.deepEqual(listed, [])
    for (const path of [
      `/user/${username}.ics`,
      `/user/${username}/${stage.concertId}.ics`,
      `/user/${username}/feed.xml`,
      `/embed/${username}`,
      '/sitemap.xml',
    ]) {
      const { body } = await world.app.http.inject({ url: path })
      assert.doesNotMatch(body, /Свадьба|Усадьба/u, path)
    }
    assert.doesNotMatch(JSON.stringify([current, byLink]), /Свадьба|Усадьба|Горько/u)
  })

  test('shows its queue to whoever comes with its pass', async () => {
    const { stage, pass } = await wedding()
    const current = (given: string) =>
      world.ok(api.page.getCurrentSessionInfo, {
        query: { artistUsername: stage.artist.username, pass: given },
      })
    const told = await current(pass ?? '')
    assert.ok(told.id !== null)
    assert.deepEqual(
      [told.title, told.locked, told.pass, told.songs.map(({ title }) => title)],
      ['Свадьба Ани и Олега', undefined, pass, ['А']],
    )
    const byLink = await world.ok(api.session.byId, {
      query: { sessionId: stage.concertId, pass: pass ?? '' },
    })
    assert.equal(byLink.title, 'Свадьба Ани и Олега')
    const other = await current(stage.concertId)
    assert.ok(other.id !== null)
    assert.deepEqual([other.locked, other.pass, other.songs], [true, undefined, []])
  })

  test('tells only its guests and its artist which songs are open and which are not played', async () => {
    const { stage, pass } = await wedding()
    const { username } = stage.artist
    const { А, Б, В, Г } = stage.ids
    const songIds = [А, Б, В, Г]
    await world.sql
      .insertInto('repertoire')
      .values(songIds.map((songId) => ({ artistId: stage.artist.id, songId, addedAt: new Date() })))
      .execute()
    const barredSongs = [{ songId: В, title: '', artistName: '' }]
    const rules = { songs: 'open' } as const
    assert.equal((await change(stage, { rules, openSongs: [Б, В], barredSongs })).status, 200)
    await world.app.ctx.songIndex.rebuild()
    const seen = async (at: { sessionId?: string; pass?: string }, as: object = {}) => {
      const query = { artistUsername: username, ...at }
      const found = { input: username, username, ...at }
      return {
        offered: (await world.ok(api.songs.offered, { query: { ...query, page: 1 } }, as)).songs,
        favorites: await world.ok(api.songs.getFavoriteSongs, { query }, as),
        found: await world.ok(api.songs.findSong, { query: found }, as),
      }
    }
    const { concertId: sessionId } = stage
    const outside = await seen({})
    for (const songs of Object.values(outside)) assert.ok(songs.length >= 4)
    const strangers = [{}, { token: (await world.artist()).token }]
    for (const as of strangers)
      for (const at of [{ sessionId }, { sessionId, pass: sessionId }])
        assert.deepEqual(await seen(at, as), outside)
    const inside = await seen({ sessionId, pass: pass ?? '' })
    for (const songs of Object.values(inside))
      assert.deepEqual(songs.map(({ title, heard = '' }) => `${title} ${heard}`).toSorted(), [
        'Б ',
        'В сегодня не играем',
      ])
    assert.deepEqual(await seen({ sessionId }, stage.as), inside)
    // The songs to choose from, the found ones, and the search before hydration.
    for (const asked of ['choose', `q=${username}`, '']) {
      const url = `/user/${username}?${asked}`
      const headers = { cookie: `evening_pass=${pass}` }
      const { body } = await world.app.http.inject({ url, headers })
      assert.match(
        body,
        asked === '' ? new RegExp(`&pass=${pass}&input=`, 'u') : /сегодня не играем/u,
      )
    }
  })

  test('goes into the calendar of its guests whole, past every cache', async () => {
    const { stage, pass } = await wedding()
    const url = `/user/${stage.artist.username}/${stage.concertId}.ics`
    const file = (cookie: string) => world.app.http.inject({ url, headers: { cookie } })
    const own = await file(`evening_pass=${pass}`)
    assert.match(own.body, /Свадьба Ани и Олега.*Усадьба/su)
    assert.equal(own.headers['cache-control'], 'private, no-store')
    const strange = await file(`evening_pass=${stage.concertId}`)
    assert.doesNotMatch(strange.body, /Свадьба|Усадьба/u)
    assert.match(String(strange.headers['cache-control']), /^public/u)
    for (const { headers } of [own, strange]) assert.match(String(headers.vary), /cookie/u)
  })

  test('that was deleted is cancelled in calendars without its title', async () => {
    const stage = await makeStage(world, {
      concert: { title: 'Свадьба', placeName: 'Усадьба', status: 'SCHEDULED', startsIn: 60 },
    })
    await change(stage, { codeWord: 'Горько' })
    await world.ok(api.session.remove, { query: { sessionId: stage.concertId } }, stage.as)
    const url = `/user/${stage.artist.username}/${stage.concertId}.ics`
    const { body } = await world.app.http.inject({ url })
    assert.match(body, /CANCELLED/u)
    assert.doesNotMatch(body, /Свадьба|Усадьба/u)
  })

  test('lets onto its live channel whoever has the pass', async () => {
    const { stage, pass } = await wedding()
    const { ctx } = world.app
    const { username } = stage.artist
    assert.equal(
      await findConcertForLive(ctx, username, stage.concertId, pass ?? ''),
      stage.concertId,
    )
    for (const given of [undefined, '', stage.concertId])
      assert.equal(await findConcertForLive(ctx, username, stage.concertId, given), null)
  })

  test('sends away who watches when the word is set or another one is, before anything is told', async (t) => {
    const stage = await makeStage(world)
    const { live: hub } = world.app.ctx
    const stranger = makeListener(true)
    await hub.watch(stage.concertId, stranger)
    const { pass } = (await change(stage, { codeWord: 'Горько' })).data
    await t.waitFor(() => assert.deepEqual(stranger.closes, [4404]))
    const guest = { ...makeListener(true), key: pass ?? '' }
    await hub.watch(stage.concertId, guest)
    const told = stranger.frames.length
    await stage.scheduled('А')
    await t.waitFor(() => assert.match(guest.states().at(-1) ?? '', /"А"/u))
    const other = (await change(stage, { codeWord: 'Сладко' })).data
    await t.waitFor(() => assert.deepEqual(guest.closes, [4404]))
    const again = { ...makeListener(true), key: other.pass ?? '' }
    await hub.watch(stage.concertId, again)
    await t.waitFor(() => assert.match(again.states().at(-1) ?? '', /"А"/u))
    assert.equal(stranger.frames.length, told)
    assert.doesNotMatch(stranger.states().join(' '), /"А"/u)
    assert.doesNotMatch(JSON.stringify(again.statuses()), new RegExp(other.pass ?? '-', 'u'))
  })

  test('tells its own artist everything, the pass too', async () => {
    const { stage, pass } = await wedding()
    const query = { artistUsername: stage.artist.username }
    const current = await world.ok(api.page.getCurrentSessionInfo, { query }, stage.as)
    assert.ok(current.id !== null)
    assert.deepEqual(
      [current.title, current.pass, current.songs.length],
      ['Свадьба Ани и Олега', pass, 1],
    )
    const byId = await world.ok(
      api.session.byId,
      { query: { sessionId: stage.concertId } },
      stage.as,
    )
    assert.equal(byId.pass, pass)
    const body = { artistUsername: stage.artist.username }
    const [listed] = await world.ok(api.session.getSessions, { body }, stage.as)
    assert.deepEqual(
      [listed?.title, listed?.pass, listed?.locked, listed?.songs.length],
      ['Свадьба Ани и Олега', pass, undefined, 1],
    )
    const other = await world.artist()
    const strange = await world.ok(
      api.session.byId,
      { query: { sessionId: stage.concertId } },
      { token: other.token },
    )
    assert.equal(strange.pass, undefined)
  })

  test('refuses the eleventh word of a device, right or wrong, with the time to wait', async () => {
    const { stage } = await wedding()
    const first = await enter(stage, 'слово')
    const as = { cookie: first.cookie }
    for (let tries = 1; tries < 10; tries += 1)
      assert.equal((await enter(stage, `слово${tries}`, as)).failure.code, 'VALIDATION')
    const { failure } = await enter(stage, 'Горько', as)
    assert.deepEqual(
      [failure.code, failure.message],
      ['TOO_MANY', 'Слишком много попыток. Попробуйте через 10 минут.'],
    )
    assert.equal((await enter(stage, 'Горько')).status, 200, 'another device comes in')
  })

  test('counts the wrong words of devices without a cookie by address, and those of others apart', async () => {
    const { stage } = await wedding()
    const [show, other] = [{ address: '203.0.113.70' }, { address: '203.0.113.170' }]
    const guest = (await enter(stage, 'мимо', show)).cookie
    for (let wrongs = 1; wrongs < 60; wrongs += 1)
      assert.equal((await enter(stage, 'слово', show)).failure.code, 'VALIDATION')
    const refused = await enter(stage, 'Горько', show)
    assert.equal(refused.failure.code, 'TOO_MANY')
    for (const cookie of [guest, refused.cookie])
      assert.equal((await enter(stage, 'Горько', { ...show, cookie })).status, 200)
    assert.equal((await enter(stage, 'Горько', other)).status, 200)
  })

  test('keeps its word though one network tries it with many cookies', async () => {
    const { stage } = await wedding()
    const show = { address: '203.0.113.71' }
    for (let device = 0; device < 31; device += 1) {
      const { cookie } = await enter(stage, 'слово', show)
      for (let n = 1; n < 10; n += 1) await enter(stage, 'слово', { ...show, cookie })
    }
    assert.equal((await enter(stage, 'Горько')).status, 200)
  })

  test('takes no more words at all after three hundred wrong ones of anybody, but its pass, and tells the artist', async () => {
    const { stage, pass } = await wedding()
    const sent = world.sentMail.length
    for (let wrongs = 0; wrongs < 300; wrongs += 1) {
      const address = `203.0.113.${wrongs % 30}`
      assert.equal((await enter(stage, 'слово', { address })).failure.fields?.['word'], WRONG)
    }
    await mailIdle(world.app.ctx)
    const told = world.sentMail.slice(sent)
    assert.deepEqual(
      told.map(({ text }) => /неверно (\d+) раз/u.exec(text)?.[1]),
      ['100', '300'],
    )
    assert.match(told[0]?.text ?? '', new RegExp(`/artist/session/rules/${stage.concertId}`, 'u'))
    const { failure } = await enter(stage, 'Горько', { address: '203.0.113.250' })
    assert.match(failure.fields?.['word'] ?? '', /больше не действует/u)
    const body = { sessionId: stage.concertId, word: '', pass: pass ?? '' }
    assert.deepEqual((await world.call(api.session.enter, { body })).data, { pass })
    const rules = await change(stage, { codeWord: 'Тихий жираф' })
    assert.equal(rules.data.wrongWords, 0)
    assert.equal((await enter(stage, 'тихий жираф')).status, 200)
  })

  test('is entered by the code at its door, whose pass becomes a cookie', async () => {
    const { stage, pass } = await wedding()
    const path = `/user/${stage.artist.username}`
    const page = (url: string, cookie?: string) =>
      world.app.http.inject({ url, headers: cookie === undefined ? {} : { cookie } })
    const door = await page(`${path}?pass=${pass}&t=7`)
    assert.deepEqual([door.statusCode, door.headers.location], [303, `${path}?t=7`])
    const cookie = [door.headers['set-cookie'] ?? []].flat().join()
    assert.match(cookie, new RegExp(`evening_pass=${pass};`, 'u'))
    const inside = await page(`${path}?t=7`, `evening_pass=${pass}`)
    assert.match(inside.body, /"А"|>А</u)
    // A printed code of an earlier word: its pass would stand in the way of the word typed here.
    for (const had of [undefined, `evening_pass=${pass}`]) {
      const { statusCode, headers } = await page(`${path}?pass=${stage.concertId}&t=7`, had)
      assert.deepEqual([statusCode, headers.location], [303, `${path}?t=7`])
      assert.equal(headers['set-cookie'], undefined)
    }
  })

  test('asks search engines to keep its pages out, that of its songs too', async () => {
    for (const closedSession of [true, false]) {
      const stage = await makeStage(world, {
        concert: { status: 'SCHEDULED', startsIn: 60, closedSession },
      })
      const path = `/user/${stage.artist.username}/${stage.concertId}`
      for (const url of [path, `${path}/songs`]) {
        const { body, statusCode } = await world.app.http.inject({ url })
        assert.equal(statusCode, 200)
        assert.equal(/<meta name="robots" content="noindex"/u.test(body), closedSession, url)
      }
    }
  })

  test('tells the place of an order to whoever has its pass, before it begins too', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const { pass } = (await change(stage, { codeWord: 'Горько' })).data
    const url = `/user/${stage.artist.username}/${stage.concertId}/songs?song=${stage.ids.А}`
    const headers = { cookie: `evening_pass=${pass}` }
    const { body } = await world.app.http.inject({ url, headers })
    assert.match(body, /Встанет первой/u)
  })

  test('that needs no word costs nothing at its door', async () => {
    const stage = await makeStage(world)
    for (let tries = 0; tries < 12; tries += 1) {
      const { failure, cookie } = await enter(stage, 'Горько')
      assert.deepEqual([failure.code, cookie], ['NOT_FOUND', undefined])
    }
  })

  test('with another word the old pass opens nothing, and without a word everybody comes', async () => {
    const { stage, pass } = await wedding()
    const again = await change(stage, { codeWord: 'Горько' })
    assert.equal(again.data.pass, pass, 'the same word keeps it')
    await change(stage, { codeWord: 'Ёлка2027' })
    const late = await world.call(api.songs.orderSong, orderOf(stage, stage.ids.В, { pass }))
    assert.equal(late.failure.code, 'SESSION_NOT_OPEN')
    await change(stage, { codeWord: null })
    assert.equal((await world.call(api.songs.orderSong, orderOf(stage, stage.ids.В))).status, 200)
    assert.equal((await enter(stage, 'Горько')).failure.code, 'NOT_FOUND')
  })

  test('stays out of the lists while it has a word', async () => {
    const { stage } = await wedding()
    const { advancedSession } = await world.ok(api.session.byId, {
      query: { sessionId: stage.concertId },
    })
    assert.equal(advancedSession.privacy.closedSession, true)
    const privacy = { ...advancedSession.privacy, closedSession: false }
    const saved = await world.ok(
      api.session.update,
      {
        body: {
          sessionId: stage.concertId,
          advancedSessionDTO: { ...advancedSession, privacy },
        },
      },
      stage.as,
    )
    assert.equal(saved.advancedSession.privacy.closedSession, true)
  })

  test('has a word of five signs or more, not only digits', async () => {
    const stage = await makeStage(world)
    for (const codeWord of ['четы', '123456', 'двадцать пять знаков здесь']) {
      const { failure } = await change(stage, { codeWord })
      assert.ok(failure.fields?.['codeWord'], codeWord)
    }
  })
})

import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

function read(sessionId: string) {
  return world.ok(api.session.byId, { query: { sessionId } })
}

const ADVANCED = {
  age: 14,
  // Already typeset: such a text stays unchanged.
  description: 'Первое отделение\u00a0— тихое.\nВторое\u00a0— громкое.',
  ticketLink: 'https://kassa.example/подвал?id=7',
  privacy: {
    ableGetSongs: false,
    closedSession: true,
    showSongsOnPoster: false,
    autoRunSession: true,
  },
}

function edit(sessionId: string, changes: object = {}) {
  return { body: { sessionId, advancedSessionDTO: { ...ADVANCED, ...changes } } }
}

describe('editing a concert', () => {
  test('saves age, text, ticket link and the four switches', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const answer = await world.ok(api.session.update, edit(id), artist)
    assert.deepEqual(answer.advancedSession, ADVANCED)
    assert.deepEqual(await read(id), answer)
  })

  test('leaves what is left out as it was saved from another page', async () => {
    const artist = await world.artist()
    const sessionId = await world.concert(artist)
    await world.ok(api.session.update, edit(sessionId), artist)
    const advancedSessionDTO = { description: 'Другое', privacy: { autoRunSession: false } }
    const body = { sessionId, advancedSessionDTO }
    const { advancedSession } = await world.ok(api.session.update, { body }, artist)
    const privacy = { ...ADVANCED.privacy, autoRunSession: false }
    assert.deepEqual(advancedSession, { ...ADVANCED, description: 'Другое', privacy })
  })

  test('lets the text and the link be empty, or as long as can be', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const link = 'https://kassa.example/'.padEnd(500, 'x')
    const longest = { description: '😀'.repeat(4000), ticketLink: link }
    const full = await world.ok(api.session.update, edit(id, longest), artist)
    assert.deepEqual(full.advancedSession, { ...ADVANCED, ...longest })
    const empty = { description: '', ticketLink: '' }
    const none = await world.ok(api.session.update, edit(id, empty), artist)
    assert.deepEqual(none.advancedSession, { ...ADVANCED, ...empty })
  })

  test('gives a ticket link its scheme where it was typed without one', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const answer = await world.ok(
      api.session.update,
      edit(id, { ticketLink: 'example.ru/x' }),
      artist,
    )
    assert.equal(answer.advancedSession.ticketLink, 'https://example.ru/x')
  })

  const wrongLinks = [
    'касса',
    'https://localhost/7',
    'https://127.0.0.1/7',
    'javascript:alert(1)',
    'https:kassa.example',
    'https://',
    'https://kassa.example/a b',
    'ftp://kassa.example/7',
  ]
  for (const ticketLink of wrongLinks) {
    test(`refuses the ticket link «${ticketLink}»`, async () => {
      const artist = await world.artist()
      const id = await world.concert(artist)
      const { fields } = await world.refused(
        'VALIDATION',
        api.session.update,
        edit(id, { ticketLink }),
        artist,
      )
      assert.deepEqual(fields, {
        ticketLink: 'Вставьте ссылку целиком: она начинается с https:// или http://',
      })
    })
  }

  test('names the text and the link where both are wrong, and saves neither', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const { fields } = await world.refused(
      'VALIDATION',
      api.session.update,
      edit(id, {
        description: 'я'.repeat(4001),
        ticketLink: 'https://kassa.example/'.padEnd(501, 'x'),
      }),
      artist,
    )
    assert.deepEqual(fields, {
      description: 'Описание — не длиннее 4000 символов',
      ticketLink: 'Ссылка на билеты — не длиннее 500 символов',
    })
    assert.equal((await read(id)).advancedSession.age, 18)
  })

  test('refuses invisible characters in the text', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    for (const description of ['а\u0007б', 'а\u202Eб']) {
      const input = edit(id, { description })
      const { fields } = await world.refused('VALIDATION', api.session.update, input, artist)
      assert.deepEqual(fields, { description: 'Уберите из текста невидимые символы' })
    }
  })

  test('knows no other ages than 0, 14, 16 and 18', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    await world.refused('VALIDATION', api.session.update, edit(id, { age: 12 }), artist)
    for (const age of [0, 14, 16, 18]) await world.ok(api.session.update, edit(id, { age }), artist)
  })
})

describe('a concert of another artist', () => {
  const calls = (sessionId: string) =>
    [
      [api.session.update, edit(sessionId)],
      [api.session.remove, { query: { sessionId } }],
      [api.artist.updateSessionStatus, { body: { sessionId, sessionStatus: 'NOW' } }],
      [api.artist.updateSessionStatus, { body: { sessionId, sessionStatus: 'PLAYED' } }],
    ] as const

  test('can be neither edited nor deleted, started or ended, and stays as it was', async () => {
    const stranger = await world.artist()
    const id = await world.concert(await world.artist())
    const untouched = await read(id)
    const tries: [object, RefusalCode, number][] = [
      [stranger, 'NOT_YOURS', 403],
      [{}, 'NO_TOKEN', 401],
    ]
    for (const [as, code, status] of tries) {
      for (const [endpoint, input] of calls(id)) {
        const reply = await world.call(endpoint, input, as)
        assert.deepEqual([reply.failure.code, reply.status], [code, status])
      }
    }
    assert.deepEqual(await read(id), untouched)
  })

  test('that does not exist is not found', async () => {
    const artist = await world.artist()
    for (const [endpoint, input] of calls(randomUUIDv7()))
      await world.refused('NOT_FOUND', endpoint, input, artist)
    const sessionId = randomUUIDv7()
    await world.refused('NOT_FOUND', api.session.byId, { query: { sessionId } })
    await world.refused('NOT_FOUND', api.session.songs, { query: { sessionId } })
    await world.refused('NOT_FOUND', api.session.going, { body: { sessionId, going: true } })
  })
})

describe('deleting a concert', () => {
  test('takes its queue, its orders and who was going with it', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const query = { sessionId: stage.concertId }
    await world.listener().order(stage.artist, stage.concertId, stage.ids.А)
    await world.ok(api.session.going, { body: { ...query, going: true } })
    assert.equal(await world.ok(api.session.remove, { query }, stage.as), true)
    await world.refused('NOT_FOUND', api.session.byId, { query })
    assert.deepEqual(await stage.history(), [])
    await world.refused('NOT_FOUND', api.session.remove, { query }, stage.as)
  })

  test('is refused while it runs, paused or not, and allowed once it is over', async () => {
    const artist = await world.artist()
    const query = { sessionId: await world.concert(artist, { status: 'NOW', startsIn: -5 }) }
    const reply = await world.call(api.session.remove, { query }, artist)
    assert.equal(reply.status, 409)
    assert.equal(reply.failure.code, 'ILLEGAL_STEP')
    await world.ok(api.artist.pause, {}, artist)
    await world.refused('ILLEGAL_STEP', api.session.remove, { query }, artist)
    const body = { ...query, sessionStatus: 'PLAYED' }
    await world.ok(api.artist.updateSessionStatus, { body }, artist)
    assert.equal(await world.ok(api.session.remove, { query }, artist), true)
  })
})

describe('«Я пойду»', () => {
  test('counts each device once, takes it back, and stands on the concert', async () => {
    const sessionId = await world.concert(await world.artist())
    const go = (going: boolean, as: object = {}) =>
      world.call(api.session.going, { body: { sessionId, going } }, as)
    const { cookie = '', data } = await go(true)
    assert.deepEqual(data, { goingCount: 1 })
    assert.deepEqual((await go(true, { cookie })).data, { goingCount: 1 })
    assert.deepEqual((await go(true)).data, { goingCount: 2 })
    assert.equal((await read(sessionId)).goingCount, 2)
    assert.deepEqual((await go(false, { cookie })).data, { goingCount: 1 })
    assert.deepEqual((await go(false, { cookie })).data, { goingCount: 1 })
    assert.equal((await read(sessionId)).goingCount, 1)
  })

  test('taken back by a device that never came gives out no cookie', async () => {
    const sessionId = await world.concert(await world.artist())
    const reply = await world.call(api.session.going, { body: { sessionId, going: false } })
    assert.deepEqual(reply.data, { goingCount: 0 })
    assert.equal(reply.cookie, undefined)
  })

  test('is possible while the concert runs and not once it is over', async () => {
    const artist = await world.artist()
    const running = await world.concert(artist, { status: 'NOW', startsIn: -5 })
    const over = await world.concert(artist, { status: 'PLAYED', startsIn: -300 })
    const go = (sessionId: string) => ({ body: { sessionId, going: true } })
    assert.deepEqual(await world.ok(api.session.going, go(running)), { goingCount: 1 })
    await world.refused('SESSION_NOT_OPEN', api.session.going, go(over))
  })
})

describe('the songs of a concert', () => {
  test('are the one that plays and those that wait, in order, as many as asked', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    await stage.queued('В')
    await stage.next('Б')
    await stage.skip('Г')
    const titles = async (limit?: number) => {
      const query = { sessionId: stage.concertId, ...(limit === undefined ? {} : { limit }) }
      return (await world.ok(api.session.songs, { query })).map(({ title }) => title)
    }
    assert.deepEqual(await titles(), ['Б', 'В', 'А'])
    assert.deepEqual(await titles(2), ['Б', 'В'])
    const { songs } = await read(stage.concertId)
    assert.deepEqual(
      songs.map(({ title, status }) => `${title} ${status}`),
      ['Б NOW', 'В QUEUED', 'А SCHEDULED'],
    )
  })

  test('are hidden on the poster and in lists where the artist does not show them', async () => {
    const stage = await makeStage(world, { concert: { showSongsOnPoster: false } })
    await stage.scheduled('А')
    const query = { sessionId: stage.concertId }
    assert.deepEqual(await world.ok(api.session.songs, { query }), [])
    assert.deepEqual((await read(stage.concertId)).songs, [])
    const body = { artistUsername: stage.artist.username }
    const [listed] = await world.ok(api.session.getSessions, { body })
    assert.deepEqual(listed?.songs, [])
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { takeDueSteps } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { columnsWith } from '#test/support/database/columns-with.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { makeHost, moment, must, mustTyped } from '#test/support/steps/host.ts'
import { cancelled } from '#test/support/steps/my-orders.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

/** A stage whose concert is still to come. */
const coming = () => makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })

const setStatus = ({ as, concertId }: TestStage, sessionStatus: 'NOW' | 'PLAYED') =>
  world.ok(api.artist.updateSessionStatus, { body: { sessionId: concertId, sessionStatus } }, as)
const lists = ({ as, concertId }: TestStage, closed: boolean) =>
  world.ok(api.artist.closeHostLists, { body: { sessionId: concertId, closed } }, as)
const ofArtist = ({ as, concertId }: TestStage) =>
  world.ok(api.artist.host, { query: { sessionId: concertId } }, as)
const said = ({
  status,
  failure,
}: {
  status: number
  failure: { code: string; message: string }
}) => [status, failure.code, failure.message]

describe('the host of an evening', () => {
  test('writes before the concert, and it stands first in «Очередь» when it starts', async () => {
    const stage = await coming()
    const { А, Б, В } = stage.ids
    const host = await makeHost(world, stage)
    await stage.scheduled('Г')
    await stage.queued('Г')
    assert.equal(
      (await host.save([must(Б), must(А)], [moment(В, 'Первый танец', 'Маше')])).status,
      200,
    )
    assert.deepEqual(await stage.list(), ['Г QUEUED'], 'nothing is laid before the concert')
    await setStatus(stage, 'NOW')
    assert.deepEqual(await stage.list(), ['Б QUEUED', 'А QUEUED', 'В QUEUED', 'Г QUEUED'])
    const dance = (await stage.queue())[2]
    assert.deepEqual(
      [dance?.forWhom, dance?.dedication],
      ['Первый танец', { words: 'Маше', held: false }],
    )
    const { songs, moments, session } = await host.view()
    assert.deepEqual(
      [...songs, ...moments].map(({ title, status }) => `${title} ${status}`),
      ['Б QUEUED', 'А QUEUED', 'В QUEUED'],
    )
    assert.equal(session.sessionStatus, 'NOW')
  })

  test('is laid by the clock too', async () => {
    const stage = await makeStage(world, {
      concert: { status: 'SCHEDULED', startsIn: 10, autoRun: true },
    })
    const host = await makeHost(world, stage)
    await host.save([must(stage.ids.А)])
    world.advance(11 * 60_000)
    await takeDueSteps(world.app.ctx)
    assert.deepEqual(await stage.list(), ['А QUEUED'])
  })

  test('sees the queue and the orders without sums, and what sounded of his', async () => {
    const stage = await makeStage(world)
    const host = await makeHost(world, stage)
    await makePhone(world).order(stage, stage.ids.Д)
    await host.save([must(stage.ids.А), must(stage.ids.Б)])
    await stage.next()
    await stage.next()
    const { queue, songs } = await host.view()
    assert.deepEqual(
      queue.map(({ title, status }) => `${title} ${status}`),
      ['Б NOW', 'Д SCHEDULED'],
    )
    assert.deepEqual(
      songs.map(({ status }) => status),
      ['PLAYED', 'NOW'],
    )
    for (const sum of ['amount', 'collected', 'goal', 'minSongAmount'])
      assert.equal(JSON.stringify(queue).includes(sum), false, sum)
  })

  test('adds, reorders and takes out while the concert runs; what the artist moved stays his', async () => {
    const stage = await makeStage(world)
    const { А, Б, В, Г, Д } = stage.ids
    await stage.scheduled('Д')
    await stage.queued('Д')
    const host = await makeHost(world, stage)
    const [a, b, v] = [must(А), must(Б), must(В)]
    await host.save([a, b])
    assert.deepEqual(await stage.list(), ['А QUEUED', 'Б QUEUED', 'Д QUEUED'])
    // The artist's own hand.
    const body = { sessionId: stage.concertId, songId: А, list: 'QUEUED' as const, beforeId: null }
    await world.ok(api.artist.moveSong, { body }, stage.as)
    assert.deepEqual(await stage.list(), ['Б QUEUED', 'Д QUEUED', 'А QUEUED'])
    await host.save([a, b, v], [], [a.id, b.id])
    assert.deepEqual(await stage.list(), ['Б QUEUED', 'В QUEUED', 'Д QUEUED', 'А QUEUED'])
    await host.save([v, a, b], [], [a.id, b.id, v.id])
    assert.deepEqual(await stage.list(), ['В QUEUED', 'А QUEUED', 'Д QUEUED', 'Б QUEUED'])
    await makePhone(world).order(stage, А)
    await host.save([v], [moment(Г, 'Торт')], [a.id, b.id, v.id])
    assert.deepEqual(await stage.list(), ['В QUEUED', 'Г QUEUED', 'Д QUEUED', 'А SCHEDULED'])
    // A song that the artist had listed before stays his, without the host's note.
    const own = moment(Д, 'Тост')
    await host.save([v], [own], [v.id])
    assert.equal((await stage.queue()).find(({ songId }) => songId === Д)?.forWhom, 'Тост')
    await host.save([v], [], [v.id, own.id])
    assert.ok((await stage.list()).includes('Д QUEUED'))
    assert.equal((await stage.queue()).find(({ songId }) => songId === Д)?.forWhom, undefined)
  })

  test('gives a moment another song: the former one leaves, and goes with the listener who joined it', async () => {
    const stage = await makeStage(world)
    const { А, Б, В } = stage.ids
    const host = await makeHost(world, stage)
    const [dance, cake] = [moment(А, 'Первый танец'), moment(Б, 'Торт')]
    const known = [dance.id, cake.id]
    await host.save([], [dance, cake])
    const phone = makePhone(world)
    const { orderId } = (await phone.order(stage, А)).data
    // In each other's place, and back.
    for (const [first, second] of [
      [Б, А],
      [А, Б],
    ] as const)
      await host.save(
        [],
        [
          { ...dance, songId: first },
          { ...cake, songId: second },
        ],
        known,
      )
    assert.deepEqual(await stage.list(), ['А QUEUED', 'Б QUEUED'])
    await host.save([], [{ ...dance, songId: В }, cake], known)
    assert.deepEqual(await stage.list(), ['В QUEUED', 'Б QUEUED', 'А SCHEDULED'])
    assert.equal((await stage.queue())[2]?.forWhom, undefined)
    await cancelled(world, orderId, phone.cookie)
    assert.deepEqual(await stage.list(), ['В QUEUED', 'Б QUEUED'])
  })

  test('takes back no song that the artist took out, and loses nothing where an answer was lost', async () => {
    const stage = await makeStage(world)
    const host = await makeHost(world, stage)
    const [a, b] = [must(stage.ids.А), must(stage.ids.Б)]
    for (let times = 2; times > 0; times--) await host.save([a, b])
    assert.deepEqual(await stage.list(), ['А QUEUED', 'Б QUEUED'])
    await stage.skip('А')
    await host.save([a, b, must(stage.ids.В)], [], [a.id, b.id])
    assert.deepEqual(await stage.list(), ['Б QUEUED', 'В QUEUED'])
  })

  test('shares the lists with another phone of the same link', async () => {
    const stage = await coming()
    const host = await makeHost(world, stage)
    const [a, b, v] = [must(stage.ids.А), must(stage.ids.Б), must(stage.ids.В)]
    await host.save([a, b])
    await host.save([v, a], [], [a.id, b.id])
    const late = must(stage.ids.Г)
    await host.save([b, a, late], [], [a.id, b.id])
    assert.deepEqual(
      (await host.view()).songs.map(({ title }) => title),
      ['А', 'Г', 'В'],
    )
    // What both phones wrote is wanted once; against a moment it is a mistake.
    const both = (await host.save([a, must(stage.ids.В)], [], [a.id, b.id])).data
    assert.deepEqual([both.songs.length, both.songs.at(-1)?.id], [3, v.id])
    const cake = await host.save([a], [moment(stage.ids.В, 'Торт')], [a.id])
    assert.match(cake.failure.message, /«В» уже есть в ваших списках$/u)
  })

  test('types a song: it is one of the catalogue, however it is spelt', async () => {
    const stage = await coming()
    const host = await makeHost(world, stage)
    const name = randomUUID().replaceAll(/[\d-]/gu, 'я')
    const typed = mustTyped(`  Песня   ${name} `, 'Тест')
    const { songs } = (await host.save([typed])).data
    assert.deepEqual(
      songs.map(({ id, title }) => [id, title]),
      [[typed.id, `Песня ${name}`]],
    )
    const twice = await host.save([typed, mustTyped(`песня ${name}`, 'тест')], [], [typed.id])
    assert.match(twice.failure.message, /уже есть в ваших списках$/u)
    const blank = await host.save([mustTyped(' ', '')])
    assert.deepEqual([blank.status, blank.failure.code], [400, 'VALIDATION'])
    assert.equal((await host.view()).songs.length, 1)
  })

  test('closes songs for the evening, unless he wants them', async () => {
    const stage = await coming()
    const host = await makeHost(world, stage)
    const byId = (songId: string) => ({ songId, title: '', artistName: '' })
    const { barred } = (await host.bar([byId(stage.ids.А), byId(stage.ids.Б)])).data
    assert.deepEqual(
      barred.map(({ title }) => title),
      ['А', 'Б'],
    )
    await setStatus(stage, 'NOW')
    const refused = await makePhone(world).order(stage, stage.ids.А)
    assert.equal(refused.failure.code, 'SONG_NOT_ACCEPTED')
    assert.match((await host.save([must(stage.ids.А)])).failure.message, /стоит в «Не играть»/u)
    await host.bar([], [stage.ids.А])
    assert.equal((await host.save([must(stage.ids.А)])).status, 200)
    assert.match((await host.bar([byId(stage.ids.А)])).failure.message, /«А» стоит в «Не играть»/u)
    assert.deepEqual(
      (await host.view()).barred.map(({ title }) => title),
      ['Б'],
    )
  })
})

describe('the artist', () => {
  test('closes the lists and opens them: closed ones are read alone', async () => {
    const stage = await coming()
    const host = await makeHost(world, stage)
    await host.save([must(stage.ids.А)])
    assert.deepEqual((await ofArtist(stage)).link, { opened: true, closed: false })
    assert.deepEqual((await lists(stage, true)).link, { opened: true, closed: true })
    const text = 'Артист закрыл списки: их можно только читать. Попросите его открыть.'
    assert.deepEqual(said(await host.save([])), [409, 'ILLEGAL_STEP', text])
    assert.deepEqual(said(await host.bar([], [stage.ids.А])), [409, 'ILLEGAL_STEP', text])
    const { closed, songs } = await host.view()
    assert.deepEqual([closed, songs.length], [true, 1])
    await setStatus(stage, 'NOW')
    assert.deepEqual(await stage.list(), ['А QUEUED'], 'what was written is laid all the same')
    await lists(stage, false)
    assert.equal((await host.save([])).status, 200)
  })

  test('calls the link back, and makes another: the former is dead, the lists stay', async () => {
    const stage = await coming()
    const first = await makeHost(world, stage)
    await first.save([must(stage.ids.А)])
    const second = await makeHost(world, stage)
    assert.deepEqual([(await first.look()).status, (await second.look()).status], [401, 200])
    assert.equal((await second.view()).songs.length, 1)
    const body = { sessionId: stage.concertId }
    await world.ok(api.artist.revokeHostLink, { body }, stage.as)
    assert.equal((await second.save([])).status, 401)
    const again = await world.call(api.artist.revokeHostLink, { body }, stage.as)
    assert.equal(again.failure.code, 'NOT_FOUND')
    const { link, songs } = await ofArtist(stage)
    assert.deepEqual([link, songs.length], [null, 1])
    const third = await makeHost(world, stage)
    await world.ok(api.auth.logoutOthers, {}, stage.as)
    assert.equal((await third.look()).status, 401, 'it ends with the logins')
    await setStatus(stage, 'NOW')
    assert.deepEqual(await stage.list(), ['А QUEUED'])
  })

  test('makes none for a concert that is over, whose host reads and changes nothing', async () => {
    const stage = await makeStage(world)
    const host = await makeHost(world, stage)
    await host.save([must(stage.ids.А)])
    await setStatus(stage, 'PLAYED')
    const over = 'Концерт уже завершён: списки можно только читать'
    assert.deepEqual(said(await host.save([])), [409, 'ILLEGAL_STEP', over])
    assert.deepEqual(said(await host.bar([])), [409, 'ILLEGAL_STEP', over])
    const { session, songs } = await host.view()
    assert.deepEqual([session.sessionStatus, songs[0]?.status], ['PLAYED', 'SKIPPED'])
    const body = { sessionId: stage.concertId }
    const made = await world.call(api.artist.makeHostLink, { body }, stage.as)
    assert.equal(made.failure.code, 'ILLEGAL_STEP')
  })

  test('opens words that the word filter holds back', async () => {
    const stage = await makeStage(world)
    const host = await makeHost(world, stage)
    const rude = moment(stage.ids.А, 'Торт', 'нахуй')
    await host.save([], [rude])
    assert.equal((await host.view()).moments[0]?.words, 'нахуй', 'the host reads his own words')
    const held = (await stage.queue())[0]
    assert.deepEqual([held?.forWhom, held?.dedication], [undefined, { words: '', held: true }])
    const [shown] = (await ofArtist(stage)).moments
    assert.deepEqual([shown?.held, shown?.moment, shown?.words], [true, '', ''])
    const body = { sessionId: stage.concertId, id: rude.id }
    const opened = await world.ok(api.artist.openMoment, { body }, stage.as)
    assert.deepEqual([opened.moments[0]?.held, opened.moments[0]?.words], [false, 'нахуй'])
    const entry = (await stage.queue())[0]
    assert.deepEqual([entry?.forWhom, entry?.dedication], ['Торт', { words: 'нахуй', held: false }])
    // Other words are judged anew.
    await host.save([], [{ ...rude, words: 'хуйня' }], [rude.id])
    assert.equal((await ofArtist(stage)).moments[0]?.held, true)
  })
})

describe('a host’s token', () => {
  test('opens no other concert, no call of the artist, and an artist’s token opens no host’s call', async () => {
    const stage = await makeStage(world)
    const other = await makeStage(world)
    const host = await makeHost(world, stage)
    await makeHost(world, other)
    await host.save([must(stage.ids.А)])
    assert.deepEqual((await ofArtist(other)).songs, [])
    const { token } = host
    const query = { sessionId: stage.concertId }
    const refused = [
      await world.call(api.artist.queue, { query }, { token }),
      await world.call(api.artist.host, { query }, { token }),
      await world.call(api.artist.nextSong, { body: { songId: null } }, { token }),
      await world.call(api.host.view, {}, stage.as),
    ]
    for (const { status, failure } of refused)
      assert.deepEqual([status, failure.code], [403, 'NOT_YOURS'])
    // A closed evening is not opened by it as by its artist's token.
    const closed = { sessionId: stage.concertId, rules: {}, codeWord: 'Горько' }
    const { pass } = await world.ok(api.artist.changeRules, { body: closed }, stage.as)
    const session = await world.ok(api.session.byId, { query }, { token })
    assert.equal(session.locked, true)
    assert.equal((await host.view()).session.pass, pass)
  })
})

test('31 days after the concert no word of a host is in any column, and his link is gone', async () => {
  const stage = await makeStage(world)
  const host = await makeHost(world, stage)
  const words = ['Танец-5127', 'слова-5127']
  await host.save([], [moment(stage.ids.А, words[0] ?? '', words[1])])
  await setStatus(stage, 'PLAYED')
  assert.deepEqual(await columnsWith(world, words), [
    'queue_entries.for_whom',
    'host_songs.moment',
    'host_songs.words',
  ])
  world.advance(29 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.equal((await columnsWith(world, words)).length, 3, 'erased too early')
  world.advance(2 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await columnsWith(world, words), [])
  assert.equal((await host.look()).status, 401)
})

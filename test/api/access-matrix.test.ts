import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#domain/time.ts'
import * as fc from '#test/support/inputs/fast-check.ts'
import { sql as raw } from 'kysely'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api, everyEndpoint } from '#contract/index.ts'
import { KEY_PREFIX, KEY_RIGHTS } from '#domain/machine-keys.ts'
import type { KeyRight } from '#domain/machine-keys.ts'
import { hashToken, newToken } from '#server/modules/accounts/tokens.service.ts'
import { makeHost } from '#test/support/steps/host.ts'
import { inputOf } from '#test/support/inputs/fuzz.ts'
import type { FuzzKnown, FuzzParts } from '#test/support/inputs/fuzz.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

const SAMPLES = 6
const secure = everyEndpoint().filter(({ endpoint }) => endpoint.access !== 'anyone')

/** Inputs that name something of one artist; any other sender must be refused. */
const OWNED = new Set(['sessionId', 'artistUsername', 'fileName'])

/** The owner's private notes on his songs: in no response to anybody else. */
const SECRETS = { key: 'до-диез минор', capo: 9, tempo: 287, seconds: 1733, notes: 'начать тихо' }
/** Band members: the first of his account, the second only of his running concert. */
const BAND = ['Аглая Тихая', 'Прохор Громкий'].map((name) => ({ name, part: 1 }))

/** The title of his set, and a note in it before the song of his queue. */
const SET_WORDS = ['Тайный список', 'сначала настроить скрипку'] as const

let world: World
let owner: TestArtist
let ownThings: string[]
let known: FuzzKnown
let callers: Record<string, { token?: string; cookie?: string }>

/** An expired token of the owner. */
async function expiredToken(): Promise<string> {
  const token = newToken()
  const [createdAt, expiresAt] = [2, 1].map(
    (hours) => new Date(world.now().getTime() - hours * HOUR_MS),
  ) as [Date, Date]
  await world.sql
    .insertInto('loginTokens')
    .values({ tokenHash: hashToken(token), artistId: owner.id, createdAt, expiresAt })
    .execute()
  return token
}

/** An artist in the middle of a concert, with a song that was ordered, one to come, and what else he owns. */
before(async () => {
  world = await makeWorld()
  owner = await world.artist()
  const song = await world.song('Весна в полдень', 'Лада')
  const noted = { songId: song, title: '', artistName: '', imageUrl: '' }
  const as = { token: owner.token }
  await world.ok(api.artist.addFavorite, { body: noted }, as)
  await world.ok(api.artist.tagSong, { body: { songId: song, tags: ['рок'], ...SECRETS } }, as)
  const set = {
    id: null,
    title: SET_WORDS[0],
    targetMinutes: null,
    items: [
      { kind: 'note' as const, text: SET_WORDS[1] },
      { kind: 'song' as const, songId: song },
    ],
  }
  const { id: setId } = await world.ok(api.artist.saveSet, { body: set }, as)
  const running = await world.concert(owner, { status: 'NOW', startsIn: -30 })
  const coming = await world.concert(owner, { startsIn: 600 })
  await world.ok(api.artist.saveMembers, { body: { members: BAND.slice(0, 1) } }, as)
  const ofConcert = { sessionId: running, members: BAND }
  await world.ok(api.artist.correctMembers, { body: ofConcert }, as)
  const fan = world.listener()
  const ordered = await fan.order(owner, running, song)
  assert.equal(ordered.status, 200, JSON.stringify(ordered.failure))
  await world.ok(api.artist.laySet, { body: { id: setId, sessionId: running } }, as)
  ownThings = [owner.id, running, coming]
  known = {
    ids: [running, coming, song, owner.id, setId],
    names: [owner.username],
    fields: {
      sessionId: [running, coming],
      songId: [song],
      artistUsername: [owner.username],
      username: [owner.username],
      idList: [song],
      // Checked before ownership, so they must be valid; otherwise the call would prove nothing.
      ticketLink: ['https://example.org/bilety'],
      description: ['Тихий вечер'],
    },
  }
  callers = {
    'no token': {},
    'an invented token': { token: 'invented' },
    'an expired token': { token: await expiredToken() },
    'a listener': fan.cookie === undefined ? {} : { cookie: fan.cookie },
    'the token as a cookie': { cookie: `jwt_authentication=${owner.token}` },
  }
  await noteWrites()
})
after(() => world.close())

/** Written later than the call that they count. */
const COUNTED_LATER = ['concert_networks', 'concert_tap_times']

/** From here on each row that is written, changed or gone is noted, without a look at all the others. */
async function noteWrites(): Promise<void> {
  await world.database.script(`
    create table noted_writes (gone text, added text);
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into noted_writes values (
        tg_table_name || ' ' || to_jsonb(old)::text, tg_table_name || ' ' || to_jsonb(new)::text);
      return null;
    end $$`)
  const tables = await raw<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name <> all(${[...COUNTED_LATER, 'noted_writes']}::text[])`.execute(world.sql)
  for (const { name } of tables.rows)
    await raw`create trigger note_write after insert or update or delete on ${raw.table(name)}
      for each row execute function note_write()`.execute(world.sql)
}

/** The rows that are other than at the last call, as text. */
async function writes(): Promise<{ gone: string[]; added: string[] }> {
  const { rows } = await raw<{ gone: string | null; added: string | null }>`
    delete from noted_writes returning gone, added`.execute(world.sql)
  const gone = new Set(rows.flatMap((row) => row.gone ?? []))
  const added = new Set(rows.flatMap((row) => row.added ?? []))
  return { gone: [...gone.difference(added)], added: [...added.difference(gone)] }
}

const NOTHING = { gone: [], added: [] }

const samples = new Map<AnyEndpoint, FuzzParts[]>()

/** The same few samples each time, of the call's own schemas, about the owner's things. */
function inputsOf(endpoint: AnyEndpoint): FuzzParts[] {
  const made =
    samples.get(endpoint) ?? fc.sample(inputOf(endpoint, known), { numRuns: SAMPLES, seed: 7 })
  samples.set(endpoint, made)
  return structuredClone(made)
}

function call(endpoint: AnyEndpoint, { query, body, params }: FuzzParts, as: object) {
  const path = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  )
  return world.call(endpoint, { query, body, params: path }, as)
}

/** Whether a required input names something of the owner. */
function ownedInput(endpoint: AnyEndpoint): boolean {
  return [endpoint.query, endpoint.body, endpoint.params].some((shape) =>
    (shape['required'] ?? ([] as string[])).some((name: string) => OWNED.has(name)),
  )
}

/** The same input with the owner's things wherever one can be named. */
function aimed(input: FuzzParts): FuzzParts {
  const parts = Object.entries(input).map(([part, fields]) => [
    part,
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        OWNED.has(name) ? (known.fields?.[name]?.[0] ?? value) : value,
      ]),
    ),
  ])
  return Object.fromEntries(parts)
}

test('a row that is written, changed or gone is noted, and one that is as before is not', async () => {
  const { id } = await world.artist()
  const name = (value: string) =>
    world.sql.updateTable('artists').set({ name: value }).where('id', '=', id).execute()
  await name('Лада')
  await writes()
  await name('Зоя')
  const { gone, added } = await writes()
  assert.match(gone.join('\n'), /^artists .*Лада.*$/u)
  assert.match(added.join('\n'), /^artists .*Зоя.*$/u)
  await name('Лада')
  await name('Зоя')
  assert.deepEqual(await writes(), NOTHING)
})

test('the contract has calls that are not for everybody', () => {
  assert.ok(secure.length > 30)
  assert.ok(secure.some(({ endpoint }) => endpoint.access === 'admin'))
})

describe('without a live token of an artist', () => {
  for (const { name, endpoint } of secure)
    test(`${name} answers 401 and changes nothing`, async () => {
      await writes()
      const inputs = inputsOf(endpoint)
      // A caller is refused before his input is read: all of them by the first, one of each by the others.
      for (const [nth, [who, as]] of Object.entries(callers).entries())
        for (const input of nth === 0 ? inputs : inputs.slice(nth, nth + 1)) {
          const { status, failure } = await call(endpoint, input, as)
          assert.equal(status, 401, who)
          assert.equal(failure.code, 'NO_TOKEN', who)
        }
      assert.deepEqual(await writes(), NOTHING)
    })
})

test('nobody else reads what an artist notes of a song for himself, what he writes in his sets, and who shares his money', async () => {
  const [own] = await world.ok(api.artist.repertoire, { query: {} }, { token: owner.token })
  assert.deepEqual({ ...own, ...SECRETS }, own)
  const stranger = await world.artist()
  const { notes, ...noted } = SECRETS
  const words = [notes, noted.key, ...SET_WORDS, ...BAND.map(({ name }) => name)]
  const [entry] = await world.ok(
    api.artist.queue,
    { query: { sessionId: ownThings[1] ?? '' } },
    { token: owner.token },
  )
  assert.equal(entry?.beforeNote, SET_WORDS[1])
  const fields = Object.keys(noted).map((name) => `"${name}":`)
  /** The bytes of a picture contain any short number by chance; a field's name occurs only in JSON. */
  const secretsIn = (data: unknown) => (typeof data === 'string' ? words : [...words, ...fields])
  const songs = { query: { input: 'весна', username: owner.username } }
  const queries: Record<string, FuzzParts> = {
    'songs.findSong': { ...songs, body: {}, params: {} },
    'songs.offered': { query: { artistUsername: owner.username }, body: {}, params: {} },
  }
  for (const { name, endpoint } of everyEndpoint()) {
    if (endpoint.access === 'admin') continue
    const inputs = [...inputsOf(endpoint).map(aimed), ...(queries[name] ? [queries[name]] : [])]
    for (const input of inputs) {
      const { data } = await call(endpoint, input, { token: stranger.token })
      const told = JSON.stringify(data) ?? ''
      for (const secret of secretsIn(data))
        assert.equal(told.includes(secret), false, `${name}: ${told.slice(0, 500)}`)
    }
  }
})

describe('an artist who is no admin', () => {
  for (const { name, endpoint } of secure.filter((one) => one.endpoint.access === 'admin'))
    test(`is refused ${name} with 403, and nothing changes`, async () => {
      await writes()
      for (const input of inputsOf(endpoint)) {
        const { status, failure } = await call(endpoint, input, { token: owner.token })
        assert.equal(status, 403)
        assert.equal(failure.code, 'NOT_YOURS')
      }
      assert.deepEqual(await writes(), NOTHING)
    })
})

describe('another artist', () => {
  for (const { name, endpoint } of secure.filter(({ endpoint: { access } }) => access !== 'admin'))
    test(`touches nothing of the owner's with ${name}`, async () => {
      const stranger = await world.artist()
      await writes()
      const statuses: number[] = []
      for (const input of inputsOf(endpoint).map(aimed)) {
        const { status, failure } = await call(endpoint, input, { token: stranger.token })
        assert.ok(status < 500 || status === 501, `${status} ${JSON.stringify(failure)}`)
        statuses.push(status)
      }
      const { gone, added } = await writes()
      assert.deepEqual(
        gone.filter((line) => !line.includes(stranger.id)),
        [],
        'no row but the own ones is changed or gone',
      )
      for (const thing of ownThings)
        assert.deepEqual(
          added.filter((line) => line.includes(thing)),
          [],
          'nothing is added to the owner’s things',
        )
      if (!ownedInput(endpoint) || statuses.includes(501)) return
      for (const status of statuses)
        assert.ok(
          [400, 401, 403, 404, 409].includes(status),
          `${status} where the owner’s is named`,
        )
      assert.ok(
        statuses.some((status) => [401, 403, 404].includes(status)),
        `turned away by ${statuses.join(', ')}`,
      )
    })
})

describe('the host of an evening', () => {
  for (const { name, endpoint } of secure.filter(({ endpoint: { access } }) => access !== 'host'))
    test(`is refused ${name} with 403, and nothing changes`, async () => {
      const { token } = await makeHost(world, { as: owner, concertId: ownThings[2] ?? '' })
      await writes()
      for (const input of inputsOf(endpoint)) {
        const { status, failure } = await call(endpoint, input, { token })
        assert.equal(status, 403)
        assert.equal(failure.code, 'NOT_YOURS')
      }
      assert.deepEqual(await writes(), NOTHING)
    })
})

describe('a second pad', () => {
  let token: string
  let another: string

  before(async () => {
    another = await world.concert(owner, { startsIn: 900 })
    const body = { sessionId: another, name: 'Лёша' }
    const made = await world.ok(api.artist.addSecondPad, { body }, { token: owner.token })
    token = made.link.split('#')[1] ?? ''
  })

  for (const { name, endpoint } of secure.filter(({ endpoint: { access } }) => access !== 'pad'))
    test(`is refused ${name} with 403, and nothing changes`, async () => {
      await writes()
      for (const input of inputsOf(endpoint)) {
        const { status, failure } = await call(endpoint, input, { token })
        assert.equal(status, 403)
        assert.equal(failure.code, 'NOT_YOURS')
      }
      assert.deepEqual(await writes(), NOTHING)
    })

  for (const { name, endpoint } of secure.filter(({ endpoint: { access } }) => access === 'pad'))
    test(`touches no other concert of its artist with ${name}`, async () => {
      if (endpoint === api.artist.secondPad) return
      await writes()
      for (const input of inputsOf(endpoint).map(aimed)) {
        const { status, failure } = await call(endpoint, input, { token })
        assert.equal(status, 403, JSON.stringify(failure))
        assert.equal(failure.code, 'NOT_YOURS')
      }
      assert.deepEqual(await writes(), NOTHING)
    })
})

describe('a machine’s key', () => {
  /** A key of its own for each call, as each has a limit. */
  async function keyWith(rights: KeyRight[]): Promise<string> {
    const token = KEY_PREFIX + newToken()
    const at = world.now()
    const row = { id: randomUUIDv7(), artistId: owner.id, name: 'Кнопки', rights }
    await world.sql
      .insertInto('machineKeys')
      .values({ ...row, tokenHash: hashToken(token), createdAt: at, usedAt: at })
      .execute()
    return token
  }

  for (const { name, endpoint } of secure)
    test(`without its right is refused ${name} with 403, and nothing changes`, async () => {
      const token = await keyWith(KEY_RIGHTS.filter((right) => right !== endpoint.right))
      await writes()
      for (const input of inputsOf(endpoint)) {
        const { status, failure } = await call(endpoint, input, { token })
        assert.equal(status, 403)
        assert.equal(failure.code, 'NOT_YOURS')
      }
      assert.deepEqual(await writes(), NOTHING)
    })

  for (const { name, endpoint } of secure.filter((one) => one.endpoint.right !== null))
    test(`with its right touches no concert but the running one with ${name}`, async () => {
      const token = await keyWith([...KEY_RIGHTS])
      const coming = known.fields?.['sessionId']?.[1]
      await writes()
      const properties = { ...endpoint.query['properties'], ...endpoint.body['properties'] }
      if (!('sessionId' in properties)) return
      for (const input of inputsOf(endpoint)) {
        const part = 'sessionId' in endpoint.query['properties'] ? input.query : input.body
        part['sessionId'] = coming
        const { status, failure } = await call(endpoint, input, { token })
        assert.equal(status, 403, JSON.stringify(failure))
        assert.equal(failure.code, 'NOT_YOURS')
      }
      assert.deepEqual(await writes(), NOTHING)
    })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MailDown } from '#server/integrations/mail/mail.ts'
import { eventually } from '#test/support/eventually.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

type Figures = Map<string, number>

const SAMPLE = /^([a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)+\})?) (-?[\d.e+-]+|[+-]Inf|NaN)$/u

/** Parses the text format of Prometheus strictly: every sample follows its help and its type, and none is repeated. */
function parse(text: string): Figures {
  const read: Figures = new Map()
  const described = new Set<string>()
  assert.ok(text.endsWith('\n'))
  for (const line of text.trimEnd().split('\n')) {
    if (line === '') continue
    const [, kind = '', name = ''] = /^# (HELP|TYPE) (\S+) \S/u.exec(line) ?? []
    if (kind !== '') {
      assert.ok(!described.has(`${kind} ${name}`), `${name} is described twice`)
      described.add(`${kind} ${name}`)
      continue
    }
    const [, series = '', value] = SAMPLE.exec(line) ?? []
    assert.notEqual(series, '', `not a sample: ${line}`)
    assert.ok(!read.has(series), `${series} stands twice`)
    read.set(series, Number(value))
    const own = (series.split('{')[0] ?? '').replace(/_(bucket|sum|count)$/u, '')
    assert.ok(
      described.has(`TYPE ${own}`) || described.has(`TYPE ${series.split('{')[0]}`),
      `${series} has no type`,
    )
  }
  return read
}

async function figures(of: World): Promise<Figures> {
  const answer = await of.app.http.inject({ url: '/metrics' })
  assert.equal(answer.statusCode, 200)
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/u)
  return parse(answer.body)
}

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

describe('the figures of a process', () => {
  test('are there at once, in the text format', async () => {
    const now = await figures(world)
    for (const name of [
      'bis_watchers',
      'bis_concerts_watched',
      'bis_database_up',
      'bis_bus_up',
      'bis_open_files',
      'bis_memory_bytes{kind="rss"}',
      'bis_loop_delay_seconds{quantile="0.99"}',
      'bis_stuck_money_count',
      'bis_stuck_money_rubles',
      'bis_payouts_waiting',
      'bis_work_oldest_seconds{work="payments"}',
      'bis_orders_total{kind="free"}',
      'bis_emails_total{outcome="failed"}',
      'bis_push_total{outcome="sent"}',
      'bis_query_failures_total{kind="lost"}',
      'bis_song_index_up',
    ])
      assert.ok(now.has(name), name)
    assert.equal(now.get('bis_database_up'), 1)
  })

  test('move with what happens in the hall', async () => {
    const stage = await makeStage(world)
    const frames: string[] = []
    const leave = await world.app.ctx.live.watch(stage.concertId, {
      events: false,
      send: ({ kind }) => frames.push(kind),
      close() {},
    })
    const earlier = await figures(world)
    assert.equal(earlier.get('bis_concerts_watched'), 1)
    const song = await world.song('Метрика', 'Счётчик')
    const { status } = await world.listener().order(stage.artist, stage.concertId, song)
    assert.equal(status, 200)
    await eventually(async () => frames.length >= 2, true)
    const query = { artistUsername: 'nikto' }
    await world.refused('NOT_FOUND', api.page.getInfo, { query })
    const later = await figures(world)
    leave()
    const grew = (name: string) => (later.get(name) ?? 0) - (earlier.get(name) ?? 0)
    assert.equal(grew('bis_orders_total{kind="free"}'), 1)
    assert.equal(grew('bis_refusals_total{code="NOT_FOUND"}'), 1)
    assert.ok(grew('bis_order_to_screen_seconds_count') >= 1)
    assert.ok(grew('bis_frames_total') >= 1)
    const ordering = 'method="POST",route="/api/v1/songs/order-song",status="2xx"'
    assert.equal(grew(`bis_answer_seconds_count{${ordering}}`), 1)
  })

  test('tell a mailbox that takes no letter from mail that fails', async (t) => {
    let answer: 'refused' | 'unreached' = 'refused'
    const own = await makeWorld({
      mail: { send: () => Promise.reject(new MailDown(answer)), ready: async () => {} },
    })
    t.after(() => own.close())
    const letter = { to: 'lada@example.org', subject: 'Привет', text: 'Привет' }
    const mails = async () => {
      await assert.rejects(own.app.ctx.mail.send(letter), MailDown)
      const now = await figures(own)
      return ['refused', 'failed'].map((outcome) =>
        now.get(`bis_emails_total{outcome="${outcome}"}`),
      )
    }
    assert.deepEqual(await mails(), [1, 0])
    answer = 'unreached'
    assert.deepEqual(await mails(), [1, 1])
  })

  test('name routes by their template, and nobody', async () => {
    const odd = 'anna-petrova@example.org'
    await world.app.http.inject({ url: `/nobody/${odd}?q=${odd}`, method: 'PURGE' as 'GET' })
    await world.app.http.inject({ url: `/api/v1/payment/${odd}` })
    await world.app.http.inject({ url: `/media/${odd}` })
    const answer = await world.app.http.inject({ url: '/metrics' })
    assert.doesNotMatch(answer.body, /petrova/u)
    assert.match(answer.body, /route="\/api\/v1\/payment\/:id"/u)
  })

  test('are each process’s own', async (t) => {
    const other = await makeWorld()
    t.after(() => other.close())
    await other.refused('NO_TOKEN', api.auth.checkToken)
    assert.equal((await figures(other)).get('bis_refusals_total{code="NO_TOKEN"}'), 1)
    assert.equal((await figures(world)).get('bis_refusals_total{code="NO_TOKEN"}'), undefined)
  })
})

describe('what watches the figures', () => {
  test('sees the first listener who found no room, and not only the second', async () => {
    assert.equal((await figures(world)).get('bis_sockets_refused{status="503"}'), 0)
  })

  for (const file of ['deploy/prometheus-rules.yml', 'docs/operations.md'])
    test(`${file} names those that there are`, async () => {
      const { body } = await world.app.http.inject({ url: '/metrics' })
      const told = new Set([...body.matchAll(/^# TYPE (\S+)/gmu)].map(([, name]) => name))
      // A process without a page cache has none of these.
      for (const name of ['bis_pages_cached_total', 'bis_pages_made_total', 'bis_pages_bytes'])
        told.add(name)
      const named = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
      for (const [name] of named.matchAll(/\bbis_[a-z_]+/gu))
        if (!/^bis_(device|bucket)/u.test(name))
          assert.ok(told.has(name.replace(/_bucket$/u, '')), name)
    })

  test('each alarm is told in docs/operations.md', () => {
    const of = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const told = of('docs/operations.md')
    for (const [, name = ''] of of('deploy/prometheus-rules.yml').matchAll(/alert: (\w+)/gu))
      assert.ok(told.includes(`\`${name}\``), name)
  })
})

describe('money that needs a person', () => {
  test('is counted in rubles', async (t) => {
    const own = await makeWorld()
    t.after(() => own.close())
    await own.sql
      .insertInto('moneyQuestions')
      .values({
        id: '019aa9c2-5b1e-7c3e-8f00-0123456789ab',
        about: 'registry 1',
        subject: 'registry',
        what: 'Операция банка, о которой мы не знаем.',
        amount: 150_00,
        paymentId: null,
        bankId: null,
        openedAt: new Date(own.now().getTime() - 60_000),
      })
      .execute()
    const now = await figures(own)
    assert.equal(now.get('bis_stuck_money_count'), 1)
    assert.equal(now.get('bis_stuck_money_rubles'), 150)
    assert.equal(now.get('bis_stuck_money_oldest_seconds'), 60)
  })

  test('is left out where it cannot be read, and the rest is told all the same', async (t) => {
    const own = await makeWorld()
    t.after(() => own.close())
    await own.sql.schema.dropTable('moneyQuestions').cascade().execute()
    const now = await figures(own)
    assert.equal(now.get('bis_database_up'), 0)
    assert.ok(!now.has('bis_stuck_money_count'))
    assert.ok(now.has('bis_memory_bytes{kind="rss"}'))
  })
})

describe('who reads them', () => {
  const ask = async (of: World, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await of.app.http.inject({ url: '/metrics', headers, remoteAddress })).statusCode

  test('without a token: this machine alone, and nobody through a proxy', async () => {
    assert.equal(await ask(world, {}), 200)
    assert.equal(await ask(world, {}, '10.0.0.7'), 404)
    assert.equal(await ask(world, {}, '203.0.113.9'), 404)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      assert.equal(await ask(world, { [name]: '127.0.0.1' }), 404, name)
  })

  test('with a token: whoever brings it', async (t) => {
    const metricsToken = 'a-long-enough-token'
    const own = await makeWorld({ metricsToken, publicUrl: 'https://bis.example' })
    t.after(() => own.close())
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    assert.equal(await ask(own, bearer('a-long-enough-token'), '203.0.113.9'), 200)
    assert.equal(await ask(own, bearer('a-long-enough-tokem'), '203.0.113.9'), 404)
    assert.equal(await ask(own, {}, '203.0.113.9'), 404)
    // The site's host is not this machine, and nothing says that its proxy forwards the callers' addresses.
    assert.equal(await ask(own, {}), 404)
  })
})

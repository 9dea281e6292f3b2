import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { AnswerOf, AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { openPostgres } from '#server/platform/db/open.ts'
import type { Database } from '#server/platform/db/open.ts'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import { RATES } from '#server/platform/http/limits.ts'
import { ownPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { errorLines } from '#test/support/crash/error-lines.ts'
import { eventually } from '#test/support/eventually.ts'
import { anyAddress, ownFolder, startProduct } from '#test/support/product/product.ts'
import type { Product } from '#test/support/product/product.ts'
import { roundRobin } from '#test/support/servers/round-robin.ts'
import { insertDataset } from './harness/dataset.ts'
import type { TestDataset } from './harness/dataset.ts'
import { performAction, padQueue } from './harness/concert-actions.ts'
import { openWatcher, queueText } from './harness/watcher.ts'
import type { LiveWatcher } from './harness/watcher.ts'
import { callOverWire, granted } from './harness/wire-call.ts'
import type { WireInput } from './harness/wire-call.ts'

/** For work taken over from a dead process: the others notice by their own timers. */
const TAKEN_OVER_MS = 20_000
const SEEN_MOST_MS = 10_000
const FLAG = 'social-media-color'

if (SERVER_URL !== undefined)
  describe('three processes on one PostgreSQL behind a proxy', { concurrency: false }, () => {
    const ends = new AsyncDisposableStack()
    const products: Product[] = []
    let proxy: Awaited<ReturnType<typeof roundRobin>>
    let database: Database
    let dataset: TestDataset
    const urlOf = (n: number) => products[n]?.url ?? ''

    before(async () => {
      const own = await ownPostgres(SERVER_URL ?? '')
      ends.defer(async () => void (await own.drop()))
      const folder = ownFolder()
      ends.defer(folder.remove)
      proxy = await roundRobin()
      ends.defer(() => proxy.remove())
      // All start at once on an empty database, so they race for everything that is made once.
      const started = await Promise.all(
        Array.from({ length: 3 }, () =>
          startProduct({
            DATABASE_URL: own.url,
            DATA_DIR: folder.path,
            PUBLIC_URL: proxy.url,
            DEMO: 'on',
            TRUST_PROXY: 'on',
            END_GRACE_MINUTES: '0',
          }),
        ),
      )
      for (const product of started) ends.defer(async () => void (await product.kill('SIGKILL')))
      products.push(...started)
      proxy.setTargets(products.map(({ url }) => url))
      database = await openPostgres(own.url, 2)
      ends.defer(database.close)
      dataset = await insertDataset(database.sql, 1)
    })
    after(() => ends.disposeAsync())

    const ask = <E extends AnyEndpoint>(n: number, endpoint: E, input: WireInput, token?: string) =>
      callOverWire(urlOf(n), endpoint, input, {
        address: anyAddress(),
        ...(token === undefined ? {} : { token }),
      })
    const get = <E extends AnyEndpoint>(
      n: number,
      endpoint: E,
      input: WireInput,
      token?: string,
    ): Promise<AnswerOf<E>> =>
      granted(urlOf(n), endpoint, input, {
        address: anyAddress(),
        ...(token === undefined ? {} : { token }),
      })
    const login = async (n: number) => {
      // One password for all: each process prints it, whichever created it.
      const password = await products[n]?.demoPassword()
      const body = { username: DEMO_LOGIN, password: password ?? '' }
      return (await get(n, api.auth.login, { body })).token
    }
    const order = (
      n: number,
      songId: string,
      key: string = randomUUID(),
      cookie: string | null = null,
    ) => performAction(urlOf(n), dataset, { kind: 'order', songId, key, phone: 0, cookie })
    const song = (n: number) => dataset.songIds[n] ?? ''

    /** Asserts that every watcher gets the queue that the pad gets from process `n`. */
    async function allSee(watchers: readonly LiveWatcher[], n: number): Promise<void> {
      const expected = queueText(await padQueue(urlOf(n), dataset))
      for (const watcher of watchers)
        assert.notEqual(await watcher.sees(expected, SEEN_MOST_MS), null, `${expected} is not seen`)
    }

    const target = () => ({
      artistUsername: dataset.artist.username,
      sessionId: dataset.artist.concertId,
    })

    test('that started together made everything once', async () => {
      const { sql } = database
      const running = await sql
        .selectFrom('concerts')
        .innerJoin('artists', 'artists.id', 'concerts.artistId')
        .where('concerts.status', '=', 'NOW')
        .where('artists.email', 'like', '%@example.org')
        .where('artists.username', 'not like', 'muzykant-%')
        .select('artists.username')
        .execute()
      // The demo's paid concert begins once the server answers, perhaps only after this query.
      assert.ok(running.length > 0)
      assert.equal(new Set(running.map(({ username }) => username)).size, running.length)
      const artists = await sql.selectFrom('artists').select('username').execute()
      const demo = artists.filter(({ username }) => !username.startsWith('muzykant-'))
      assert.equal(new Set(demo.map(({ username }) => username)).size, demo.length)
      assert.deepEqual(
        products.flatMap((product) => errorLines(product.output())),
        [],
      )
    })

    test('show an order made on the second, and a press on the third, to whoever watches on the first', async (t) => {
      const watcher = openWatcher(() => urlOf(0), target())
      t.after(() => watcher.close())
      assert.equal((await order(1, song(0))).outcome, 'ok')
      await allSee([watcher], 0)
      assert.equal(
        (await performAction(urlOf(2), dataset, { kind: 'next', songId: song(0) })).outcome,
        'ok',
      )
      assert.match(queueText(await padQueue(urlOf(1), dataset)), /NOW/u)
      await allSee([watcher], 1)
      assert.deepEqual([...watcher.faults], [])
    })

    test('make one order of two that come to two of them at once under one key', async () => {
      const key = randomUUID()
      const cookie = (await order(0, song(1))).cookie
      const both = await Promise.all([
        order(0, song(2), key, cookie),
        order(1, song(2), key, cookie),
      ])
      assert.deepEqual(
        both.map(({ outcome }) => outcome),
        ['ok', 'ok'],
      )
      assert.deepEqual(both[0]?.data, both[1]?.data)
      // A cookie set by one process is known to the others, which count by it: this phone's two free songs are used up.
      const third = await order(2, song(3), randomUUID(), cookie)
      assert.equal(third.outcome, 'fail')
    })

    test('know a login of one, and its end on another', async () => {
      const token = await login(0)
      for (const n of [0, 1, 2])
        assert.equal((await get(n, api.auth.checkToken, {}, token)).username, DEMO_LOGIN)
      await get(1, api.auth.logout, {}, token)
      for (const n of [0, 1, 2])
        assert.equal((await ask(n, api.auth.checkToken, {}, token)).code, 'NO_TOKEN')
    })

    test('see a flag that was set on one', async () => {
      const query = { featureName: FLAG, username: DEMO_LOGIN }
      const flags = () => Promise.all([0, 1, 2].map((n) => get(n, api.features.check, { query })))
      const [asIs = false] = await flags()
      const token = await login(2)
      for (const enabled of [!asIs, asIs]) {
        const body = { featureName: FLAG, username: DEMO_LOGIN, enabled }
        await get(2, api.features.setForArtist, { body }, token)
        await eventually(flags, [enabled, enabled, enabled])
      }
    })

    test('count together what guards an account', async () => {
      const address = anyAddress()
      const body = { username: dataset.artist.username, password: 'Guess-2026' }
      const { points } = RATES.loginOfAccountAndAddress
      const guesses = await Promise.all(
        Array.from({ length: points + 5 }, (_, at) =>
          callOverWire(urlOf(at % 3), api.auth.login, { body }, { address }),
        ),
      )
      const refused = guesses.filter(({ code }) => code === 'TOO_MANY')
      assert.equal(guesses.length - refused.length, points)
    })

    test('show a page as it is, wherever it was changed', async () => {
      const token = await login(0)
      const pageOf = async (n: number) => (await fetch(`${urlOf(n)}/user/${DEMO_LOGIN}`)).text()
      const name = `Марк ${randomUUID().slice(0, 8)}`
      // Whatever is cached of the page is cached by now.
      for (const n of [0, 1, 2]) assert.doesNotMatch(await pageOf(n), new RegExp(name, 'u'))
      await get(0, api.auth.update, { body: { artistInfoDTO: { name } } }, token)
      await eventually(
        async () => Promise.all([0, 1, 2].map(async (n) => (await pageOf(n)).includes(name))),
        [true, true, true],
      )
    })

    test('lose none of what a killed one had begun: its watchers, its payments, its clock', async (t) => {
      const [paid] = dataset.accounts.musicians
      assert.ok(paid !== undefined)
      const watchers = Array.from({ length: 6 }, () => openWatcher(() => proxy.url, target()))
      t.after(() => watchers.forEach((watcher) => watcher.close()))
      await allSee(watchers, 0)
      // Its bank page was opened by the process that is killed, so the demo bank notifies that one in vain.
      const wish = {
        songId: song(0),
        artistUsername: paid.username,
        sessionId: paid.concertId,
        title: '',
        artistName: '',
        imageUrl: '',
        amount: 10_000,
      }
      const bought = await get(2, api.songs.orderSong, { body: wish })
      const doomed = order(2, song(4))
      await products[2]?.kill('SIGKILL')
      await doomed
      const page = new URL(bought.paymentURL ?? '')
      const form = { method: 'POST', body: new URLSearchParams({ action: 'pay' }) }
      await fetch(`${proxy.url}${page.pathname}`, { ...form, redirect: 'manual' })
      assert.equal((await order(0, song(5))).outcome, 'ok')
      await allSee(watchers, 1)
      assert.deepEqual(
        watchers.flatMap(({ faults }) => [...faults]),
        [],
      )
      await eventually(
        async () => (await get(1, api.payment.byId, { params: { id: bought.orderId } })).state,
        'secured',
        TAKEN_OVER_MS,
      )
      await database.sql
        .updateTable('concerts')
        .set({ endsAt: new Date(Date.now() - 1000) })
        .where('id', '=', paid.concertId)
        .execute()
      await eventually(
        async () => (await get(0, api.payment.byId, { params: { id: bought.orderId } })).state,
        'returned',
        TAKEN_OVER_MS,
      )
    })
  })

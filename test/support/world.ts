import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import { pino } from 'pino'
import type { AnswerOf, AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { filledPath } from '#contract/path.ts'
import type { Failure } from '#contract/shapes.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { kopecks } from '#domain/money.ts'
import { DAY_MS } from '#domain/time.ts'
import { songKey, wordsOf } from '#packages/song-search/song-text.ts'
import { buildApp } from '#server/app.ts'
import type { AppOptions } from '#server/providers.ts'
import { SILENT_SITE } from '#server/config/site.ts'
import { hashToken, newToken } from '#server/modules/accounts/tokens.service.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import { postgresBus } from '#server/platform/live/bus.postgres.ts'
import type { MailMessage } from '#server/integrations/mail/mail.ts'
import { diskFiles } from '#server/integrations/storage/files.disk.ts'
import { instanceSecret } from '#server/platform/db/secrets.ts'
import { webPushOf } from '#server/integrations/push/push.web.ts'
import { webhookSender } from '#server/integrations/webhooks/webhook-sender.ts'
import { runDueMoney, runUnpaidLinks } from '#server/modules/payment-worker/due-money.service.ts'
import { CONSENT } from '#domain/documents.ts'
import { ownDatabase } from './database/database.ts'
import { demoBank } from './servers/demo-bank.ts'
import { ownFolder, silentBots } from './product/product.ts'
import { type As, headersOf } from './request-headers.ts'
import { randomLetters } from './inputs/random-letters.ts'

type Input = { query?: object; body?: object; params?: Record<string, string> }
export type Reply<E extends AnyEndpoint> = {
  status: number
  data: AnswerOf<E>
  failure: Failure
  /** The device cookie that this response sets, or the one that was sent. */
  cookie: string | undefined
  headers: Record<string, unknown>
}
export type TestArtist = { id: string; username: string; token: string }
export type World = Awaited<ReturnType<typeof makeWorld>>

/** The password of every artist of `world.artist`, and its argon2id hash with the smallest cost. */
export const ARTIST_PASSWORD = 'Verevka7-mytha'
export const ARTIST_PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$WlFQ5i/YCefdIyWB8Ogshw$aIflQLctWhek0oae5CskJweukDKdeC3znEwa08w03cQ'

/** A busy machine draws a photo in its own time. */
const PHOTO_SECONDS = 3600

/** Builds the whole server on its own database, with a clock and a mailbox that the test controls. */
export async function makeWorld(
  changes: Partial<AppOptions> = {},
  /** Wraps the server's database. */
  through: (database: Database) => Database = (database) => database,
  {
    oneStage = false,
    reserve = null,
    receipts = null,
    needsStatus = false,
  }: { oneStage?: boolean } & Partial<
    Pick<AppOptions['money'], 'reserve' | 'receipts' | 'needsStatus'>
  > = {},
) {
  const { database, asOwner, url } = await ownDatabase()
  const { sql } = asOwner
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const sentMail: MailMessage[] = []
  const folder = ownFolder()
  const files = diskFiles({ folder: folder.path, log })
  let clock = new Date('2026-11-21T18:00:00.000Z')
  const bus = url === null ? localBus() : postgresBus({ connectionString: url, log })
  const { sandbox, bank, store } = demoBank({
    now: () => clock,
    publicUrl: 'http://localhost',
    log,
    http: () => app.http,
    oneStage,
  })
  const app: Awaited<ReturnType<typeof buildApp>> = await buildApp({
    database: through(database),
    bus,
    mail: {
      async send(message) {
        sentMail.push(message)
      },
      async ready() {},
    },
    push: webPushOf({
      privateKey: await instanceSecret(sql, 'push'),
      subject: 'mailto:push@example.org',
      local: true,
      log,
    }),
    webhooks: webhookSender({ local: true }),
    messengers: silentBots(),
    files,
    photoSeconds: PHOTO_SECONDS,
    ipLocation: { locationOf: async () => null },
    now: () => clock,
    publicUrl: 'http://localhost',
    site: SILENT_SITE,
    endGraceMinutes: 60,
    money: {
      bank,
      notificationUrl: () => 'http://localhost/api/v1/payment/notification',
      receipts,
      needsStatus,
      captureGraceSeconds: 20,
      payoutFloat: kopecks(100_000_000),
      reserve,
    },
    sandboxBank: sandbox,
    maxWatchers: 1000,
    trustProxy: false,
    testCalls: true,
    mailbox: false,
    log,
    ...changes,
  })

  async function call<E extends AnyEndpoint>(
    endpoint: E,
    input: Input = {},
    as: As = {},
  ): Promise<Reply<E>> {
    const path = filledPath(endpoint, input.params)
    const answer = await app.http.inject({
      method: endpoint.method as 'GET',
      url: path,
      query: Object.fromEntries(
        Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      ...(as.address === undefined ? {} : { remoteAddress: as.address }),
      headers: headersOf(as),
      ...(endpoint.method === 'GET' || endpoint.method === 'DELETE'
        ? {}
        : { payload: input.body ?? {} }),
    })
    const json = String(answer.headers['content-type']).includes('json')
    const body = json ? answer.json() : { data: answer.body }
    return {
      status: answer.statusCode,
      data: body.data,
      failure: body,
      cookie: [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? as.cookie,
      headers: answer.headers,
    }
  }

  async function ok<E extends AnyEndpoint>(
    endpoint: E,
    input: Input = {},
    as: As = {},
  ): Promise<AnswerOf<E>> {
    const reply = await call(endpoint, input, as)
    assert.ok(
      reply.status < 400,
      `${endpoint.path}: ${reply.status} ${JSON.stringify(reply.failure)}`,
    )
    return reply.data
  }

  async function refused(
    code: RefusalCode,
    endpoint: AnyEndpoint,
    input: Input = {},
    as: As = {},
  ): Promise<Failure> {
    const { failure, status } = await call(endpoint, input, as)
    assert.equal(failure.code, code, `${endpoint.path}: ${status} ${JSON.stringify(failure)}`)
    return failure
  }

  async function artist(columns: Partial<Insertable<Schema['artists']>> = {}): Promise<TestArtist> {
    const username = columns.username ?? `artist-${randomLetters()}`
    const id = randomUUIDv7()
    const token = newToken()
    await sql
      .insertInto('artists')
      .values({
        id,
        username,
        usernameKey: username.toLowerCase(),
        email: `${username.toLowerCase()}@example.org`,
        consentEdition: CONSENT.date,
        passwordHash: ARTIST_PASSWORD_HASH,
        accountType: 'ARTIST',
        name: `Артист ${username}`,
        partnerId: null,
        createdAt: clock,
        ...columns,
      })
      .execute()
    await sql
      .insertInto('loginTokens')
      .values({
        tokenHash: hashToken(token),
        artistId: id,
        createdAt: clock,
        expiresAt: new Date(clock.getTime() + 30 * DAY_MS),
      })
      .execute()
    return { id, username, token }
  }

  /** Returns their ids, in this order. */
  async function songs(titles: readonly string[], artistName: string): Promise<string[]> {
    // As if one was made after the other.
    const ids = titles.map(() => randomUUIDv7()).toSorted()
    const keyOf = (title: string) => songKey(title, artistName)
    const all = titles.map((title, at) => ({ id: ids[at] ?? '', title, songKey: keyOf(title) }))
    const known = { artistName, source: 'catalogue', verified: true, createdAt: clock } as const
    const rows = all.map((one) => ({ ...one, ...known }))
    await sql.insertInto('songs').values(rows).execute()
    const words = all.flatMap(({ id: songId, title }) =>
      wordsOf(`${title} ${artistName}`).map((word) => ({ word, songId })),
    )
    await sql.insertInto('songWords').values(words).execute()
    app.ctx.songIndex.add(all.map(({ id, songKey: key }) => ({ id, key, orders: 0 })))
    return ids
  }

  async function song(title: string, artistName: string): Promise<string> {
    const [id = ''] = await songs([title], artistName)
    return id
  }

  async function concert(
    of: TestArtist,
    place: { startsIn?: number; minutes?: number } & Partial<Insertable<Schema['concerts']>> = {},
  ): Promise<string> {
    const { startsIn = 60, minutes = 120, ...columns } = place
    const id = randomUUIDv7()
    const startsAt = new Date(clock.getTime() + startsIn * 60_000)
    await sql
      .insertInto('concerts')
      .values({
        id,
        artistId: of.id,
        title: 'Тихий концерт',
        startsAt,
        endsAt: new Date(startsAt.getTime() + minutes * 60_000),
        active: columns.status === 'NOW',
        placeName: 'Подвал',
        city: 'Москва',
        longitude: 37.62,
        latitude: 55.75,
        timeZone: 'Europe/Moscow',
        createdAt: clock,
        startedAt: columns.status === 'NOW' ? clock : null,
        finishedAt: null,
        ...columns,
      })
      .execute()
    return id
  }

  let listeners = 0
  /** A listener's phone that stores its cookie, at a network address of its own: new devices per address are limited. */
  function listener() {
    listeners += 1
    const address = `10.40.${listeners >> 8}.${listeners & 255}`
    let cookie: string | undefined
    return {
      get cookie() {
        return cookie
      },
      async order(
        of: TestArtist,
        concertId: string,
        what: string | { title: string; artistName: string },
        key?: string,
        /** Kopecks. */
        amount?: number,
      ) {
        const named = typeof what === 'string' ? { title: '', artistName: '' } : what
        const reply = await call(
          api.songs.orderSong,
          {
            body: {
              songId: typeof what === 'string' ? what : null,
              artistUsername: of.username,
              sessionId: concertId,
              imageUrl: '',
              ...named,
              ...(amount === undefined ? {} : { amount }),
            },
          },
          {
            address,
            ...(cookie === undefined ? {} : { cookie }),
            ...(key === undefined ? {} : { key }),
          },
        )
        cookie = reply.cookie
        return reply
      },
    }
  }

  return {
    app,
    /** The demo bank behind this server. */
    bank: sandbox,
    bankStore: store,
    /** The server's client for that bank. */
    port: bank,
    /** Processes everything that is due with us and at the bank, until nothing is. */
    async settle() {
      for (;;) {
        const done =
          (await sandbox.tick()) + (await runDueMoney(app.ctx)) + (await runUnpaidLinks(app.ctx))
        await sandbox.idle()
        if (done === 0) break
      }
    },
    /** The server's role on a PostgreSQL server owns no table; tests plant and read as the owner. */
    database: asOwner,
    bus,
    sql,
    /** The storage of photos. */
    files,
    sentMail,
    now: () => clock,
    setNow(date: Date) {
      clock = date
    },
    advance(ms: number) {
      clock = new Date(clock.getTime() + ms)
    },
    call,
    ok,
    refused,
    artist,
    song,
    songs,
    concert,
    listener,
    async close() {
      await app.close()
      await bus.close()
      await database.close()
      folder.remove()
    },
  }
}

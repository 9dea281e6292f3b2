import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { zoneDifference } from '#domain/russian.ts'
import { HOUR_MS } from '#domain/time.ts'
import { openPostgres } from '#server/platform/db/open.ts'
import { instanceSecret } from '#server/platform/db/secrets.ts'
import { webPushOf } from '#server/integrations/push/push.web.ts'
import { ownPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { eventually } from '#test/support/eventually.ts'
import { startMailServer } from '#test/support/servers/mail-server.ts'
import { ownFolder, startProduct } from '#test/support/product/product.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { CONSENT } from '#domain/documents.ts'

/** FOLLOWERS=5000: as many as the specification asks for. */
const FOLLOWERS = Number(process.env['FOLLOWERS'] ?? 400)
/** Number of messages that one process sends concurrently: they are in flight when it dies, and are sent again. */
const IN_FLIGHT = 16
const LEASE_MS = 60_000
/** Delay of the answer to an accepted message, as over the Internet: a killed process never gets some of them. */
const LAG_MS = 30

/** Returns a time zone where it is noon or soon after: followers there are notified whatever hour the test runs at. */
function zoneOfNoon(now: Date): string {
  const hour = now.getUTCHours()
  const zone = `Etc/GMT${hour >= 12 ? '+' : '-'}${Math.abs(hour - 12)}`
  const known = hour === 12 ? 'UTC' : zone
  assert.ok(Math.abs(zoneDifference(known, 'UTC', now) / 60 - (12 - hour)) < 1)
  return known
}

if (SERVER_URL !== undefined)
  test(`each of ${FOLLOWERS} followers is told that a concert was moved, and sees it once, though one of two processes is killed`, async (t) => {
    await using ends = new AsyncDisposableStack()
    const own = await ownPostgres(SERVER_URL ?? '')
    ends.defer(async () => void (await own.drop()))
    const folder = ownFolder()
    ends.defer(folder.remove)
    const mail = await startMailServer({ lagMs: LAG_MS })
    ends.defer(async () => mail.close())
    const start = () =>
      startProduct({
        DATABASE_URL: own.url,
        DATA_DIR: folder.path,
        DEMO: 'off',
        SMTP_URL: mail.url,
        PUSH_LOCAL: 'on',
      })
    const products = await Promise.all([start(), start()])
    for (const product of products) ends.defer(async () => void (await product.kill('SIGKILL')))
    const database = await openPostgres(own.url, 2)
    ends.defer(database.close)
    const { sql } = database
    const privateKey = await instanceSecret(sql, 'push')
    const log = { warn: () => undefined }
    const { publicKey } = webPushOf({ privateKey, subject: 'mailto:a@b.example', local: true, log })
    const service = await startPushService(() => publicKey)
    ends.use(service)
    service.lags(LAG_MS)

    const now = new Date()
    const zone = zoneOfNoon(now)
    const [artistId, concertId] = [randomUUIDv7(), randomUUIDv7()]
    await sql
      .insertInto('artists')
      .values({
        id: artistId,
        username: 'anya',
        usernameKey: 'anya',
        email: 'anya@example.org',
        consentEdition: CONSENT.date,
        passwordHash: '',
        accountType: 'ARTIST',
        name: 'Аня',
        phoneNumber: null,
        sbpNumberId: null,
        numberCheckedAt: null,
        partnerId: null,
        createdAt: now,
      })
      .execute()
    const startsAt = new Date(now.getTime() + 72 * HOUR_MS)
    await sql
      .insertInto('concerts')
      .values({
        id: concertId,
        artistId,
        title: 'Тихий вечер',
        startsAt,
        endsAt: new Date(startsAt.getTime() + 2 * HOUR_MS),
        placeName: 'Подвал',
        timeZone: 'Europe/Moscow',
        createdAt: now,
        startedAt: null,
        finishedAt: null,
      })
      .execute()
    const names = Array.from({ length: FOLLOWERS }, (_, at) => ({ id: randomUUIDv7(), at }))
    const nameOf = (at: number) => (at % 2 === 0 ? `p${at}` : `f${at}@example.org`)
    const nobody = { email: null, endpoint: null, p256dh: null, auth: null, deviceId: null }
    for (let from = 0; from < names.length; from += 500) {
      const part = names.slice(from, from + 500)
      await sql
        .insertInto('followers')
        .values(
          part.map(({ id, at }) => ({
            ...nobody,
            id,
            ...(at % 2 === 0 ? service.subscribe(nameOf(at)) : { email: nameOf(at) }),
            timeZone: zone,
            since: now,
          })),
        )
        .execute()
      await sql
        .insertInto('follows')
        .values(
          part.map(({ id }) => ({
            id: randomUUIDv7(),
            followerId: id,
            artistId,
            songId: null,
            town: null,
            deviceId: randomUUID(),
            askedAt: now,
            confirmedAt: now,
          })),
        )
        .execute()
    }
    await sql
      .insertInto('followNews')
      .values({
        artistId,
        concertId,
        songId: null,
        about: 'moved',
        madeAt: now,
        dueAt: now,
        afterId: null,
      })
      .execute()

    const told = () => service.received.length + mail.received.length
    const deadline = Date.now() + 300_000
    while (told() < FOLLOWERS / 2 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const atTheKill = told()
    const killedAt = new Date()
    await products[0]?.kill('SIGKILL')
    assert.ok(atTheKill < FOLLOWERS, 'it was killed in the middle')
    const due = async (unclaimed: boolean) => {
      const { left } = await sql
        .selectFrom('notifications')
        .select((of) => of.fn.countAll<number>().as('left'))
        .where('dueAt', 'is not', null)
        .$if(unclaimed, (rows) => rows.where('messageId', 'is', null))
        .executeTakeFirstOrThrow()
      return left
    }
    await eventually(() => due(true), 0, 300_000)
    // With fewer followers the test does not wait a minute for the killed process's leases to expire.
    if (FOLLOWERS < 5000)
      await sql
        .updateTable('notifications')
        .set({ dueAt: new Date() })
        .where('messageId', 'is not', null)
        .where('dueAt', '<', new Date(killedAt.getTime() + LEASE_MS))
        .execute()
    await eventually(() => due(false), 0, LEASE_MS + 60_000)
    await products[1]?.kill('SIGTERM')

    const pushed = service.received.map(({ name, headers }) => ({
      name,
      id: String(headers['topic']),
    }))
    const mailed = mail.received.map(({ to, text }) => ({
      name: to,
      id: /^Message-ID: (\S+)$/imu.exec(text)?.[1] ?? '',
    }))
    const sent = [...pushed, ...mailed]
    // A mailbox dedupes e-mails by Message-ID, a push service and a phone dedupe messages by topic.
    const seen = new Set(sent.map(({ name, id }) => `${name} ${id}`))
    const again = sent.length - seen.size
    t.diagnostic(
      `${sent.length} sent to ${FOLLOWERS}, ${atTheKill} of them before the kill; ${again} sent again; ${mail.received.length} letters`,
    )
    assert.equal(new Set(sent.map(({ name }) => name)).size, FOLLOWERS, 'everybody is told')
    assert.equal(new Set(sent.map(({ id }) => id)).size, FOLLOWERS, 'a message is of one person')
    assert.equal(seen.size, FOLLOWERS, 'nobody is told twice')
    assert.ok(again <= IN_FLIGHT, `${again} were sent again`)
  })

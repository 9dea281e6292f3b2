import { EventEmitter } from 'node:events'
import type { PushTarget } from '#domain/push.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Context, Providers } from './context.ts'
import { makeMoney, makePaymentPort } from './money.ts'
import { makeAccounts } from './modules/accounts/accounts.service.ts'
import { makeCurrentNames } from './modules/accounts/current-names.ts'
import { makeUsernames } from './modules/accounts/usernames.service.ts'
import { makeAdmin } from './modules/admin/admin.service.ts'
import { makeArtists } from './modules/artists/artists.service.ts'
import { makeSettings } from './modules/artists/settings.service.ts'
import { makeCalendars } from './modules/calendar/calendar.service.ts'
import { makeConcerts } from './modules/concerts/concerts.service.ts'
import { makeConcertSearch } from './modules/concerts/finding.service.ts'
import { makeKeepsakes } from './modules/concerts/keepsakes.service.ts'
import { makeEmbed } from './modules/embed/embed.service.ts'
import { makeFeatures } from './modules/features/features.service.ts'
import { makeFeedback } from './modules/feedback/feedback.service.ts'
import { renewPushTarget } from './modules/follows/follows.service.ts'
import { noteConcertNews, noteSongNews } from './modules/follows/notices.service.ts'
import { makePhotos } from './modules/files/files.service.ts'
import { makeTapTimeBuffer } from './modules/numbers/tap-time-buffer.ts'
import { modules } from './modules/index.ts'
import { makePreviewCards } from './modules/preview-cards/preview-cards.service.ts'
import { makeAddresses } from './modules/places/addresses.service.ts'
import { makePlaces } from './modules/places/places.service.ts'
import { makeCallerLocation } from './modules/places/caller-location.service.ts'
import { makePush } from './modules/push/push.service.ts'
import { makeQr } from './modules/qr/qr.service.ts'
import { makeMyOrders } from './modules/queue/my-orders.service.ts'
import { forgetOrderWords } from './modules/queue/order-words.service.ts'
import { makeQueue } from './modules/queue/queue.service.ts'
import { makeRepertoireImport } from './modules/repertoire/repertoire-import.service.ts'
import { makeRepertoire } from './modules/repertoire/repertoire.service.ts'
import { makeSongTexts } from './modules/repertoire/song-texts.service.ts'
import { makeSets } from './modules/sets/sets.service.ts'
import { makeSecondPads } from './modules/second-pads/second-pads.service.ts'
import { makeSitemaps } from './modules/sitemap/sitemap.service.ts'
import { makeLiveSongIndex } from './modules/songs/live-song-index.ts'
import { makeSongs } from './modules/songs/songs.service.ts'
import { NO_PUSH } from './integrations/push/push.ts'
import { forgetKeys } from './platform/db/idempotency.ts'
import { liveThanks } from './modules/thanks/thanks.service.ts'
import type { Sql } from './platform/db/open.ts'
import { localLimits } from './platform/http/limits.ts'
import { forgetSpent } from './platform/limits/rate-counters.ts'
import { makeConcertHub } from './platform/live/concert-hub.ts'
import { batchReads } from './platform/concurrency.ts'

/** Twice the day within which a client may repeat a request with its key. */
const KEYS_KEPT_MS = 48 * HOUR_MS

export type Services = ReturnType<typeof makeServices>['services']

/** Builds the context of a process and connects the modules: areas point one way, concerts → queue → songs. */
export function makeServices({
  database,
  sql = database.sql,
  push: givenPush = NO_PUSH,
  geocoder = null,
  songsElsewhere = null,
  money: { bank, ...moneySettings },
  limits = localLimits(),
  codeSecret,
  meter = {},
  ...given
}: Providers & {
  /** The database itself, unless all is done inside one transaction of it. */
  sql?: Sql
  codeSecret: string
  meter?: Context['meter']
}) {
  const { bus, now, log, mail, files, ipLocation, publicUrl, endGraceMinutes } = given
  const { privacyEdition } = given.site
  const wakes = { money: new EventEmitter(), push: new EventEmitter() }
  const ctx: Context = {
    ...given,
    sql,
    database,
    geocoder,
    songsElsewhere,
    bank,
    money: moneySettings,
    limits,
    codeSecret,
    meter,
    wakes,
    push: givenPush,
    live: {
      changed(...about) {
        hub.changed(...about)
        push.queueChanged()
      },
    },
    songIndex: makeLiveSongIndex({ sql, url: database.url, bus, log }),
    names: makeCurrentNames({ sql, bus }),
    tapTimes: makeTapTimeBuffer({ sql, now, log }),
  }
  const { songIndex, names } = ctx
  const batchedQueue = batchReads((concertIds) => queue.framesOf(concertIds))
  const batchedStatus = batchReads(async (concertIds) => {
    const [statuses, thanks] = await Promise.all([
      concerts.statusesOf(concertIds),
      liveThanks(ctx, concertIds),
    ])
    return new Map([...statuses].map(([id, status]) => [id, { ...status, ...thanks.get(id) }]))
  })
  const hub = makeConcertHub({
    clock: now,
    bus,
    log,
    meter: {
      onSent: (sent) => meter.onSent?.(sent),
      onArrived(ms) {
        meter.onArrived?.(ms)
        ctx.tapTimes.add(ms)
      },
    },
    readQueue: async (concertId) => (await batchedQueue(concertId)) ?? '[]',
    readSession: async (concertId) => (await batchedStatus(concertId)) ?? null,
    readRevisions: (concertIds) => concerts.revisionsOf(concertIds),
  })
  const places = makePlaces()
  const follows = {
    concertNews: (inside: Sql, news: Parameters<typeof noteConcertNews>[1]) =>
      noteConcertNews({ ...ctx, sql: inside }, news),
    songNews: (inside: Sql, news: Parameters<typeof noteSongNews>[1]) =>
      noteSongNews({ ...ctx, sql: inside }, news),
    renewed: (inside: Sql, deviceId: string, target: PushTarget) =>
      renewPushTarget({ ...ctx, sql: inside }, deviceId, target),
  }
  const push = makePush({ sql, now, push: givenPush, renewed: follows.renewed })
  const { changed } = ctx.live
  /** Notifies that the data of a concert itself changed, not its queue alone. */
  const concertChanged = (concertId: string) => {
    changed(concertId)
    bus.publish('concert-told', concertId)
  }
  const callerLocation = makeCallerLocation({ ipLocation })
  const accounts = makeAccounts({
    nameTaken: names.changed,
    sql,
    now,
    mail,
    codeSecret,
    privacyEdition,
    publicUrl,
    log,
    placeOf: callerLocation.country,
  })
  const artists = makeArtists({ sql, takesTips: bank !== null })
  const features = makeFeatures({ sql, now, bus })
  const usernames = makeUsernames({ sql, now, accounts, names, publicUrl })
  const feedback = makeFeedback({ sql, now })
  const admin = makeAdmin({ sql })
  const qr = makeQr({ artists, publicUrl })
  const photos = makePhotos({ sql, now, files, artists, log })
  const addresses = makeAddresses({ places, geocoder })
  const songs = makeSongs({ sql, now, index: songIndex, elsewhere: songsElsewhere })
  const songTexts = makeSongTexts({ sql, now, songs })
  const money = { ...moneySettings, bank }
  const moneyDue = wakes.money
  const paymentPort = makePaymentPort({ ...money, now, endGraceMinutes, moneyDue })
  const queue = makeQueue({ sql, now, songs, money: paymentPort, changed })
  const ofSongs = { sql, now, songs, songNews: follows.songNews, repriced: queue.repriced }
  const repertoire = makeRepertoire(ofSongs)
  const repertoireImport = makeRepertoireImport(ofSongs)
  const ofMoney = makeMoney(ctx, {
    ...money,
    sql,
    now,
    log,
    bus,
    publicUrl,
    artists,
    owners: accounts,
    queue,
    moneyDue,
    changed,
  })
  const { numberChanges } = ofMoney
  const settings = makeSettings({
    sql,
    artists,
    accounts,
    numbers: numberChanges,
    queue,
    changed: concertChanged,
  })
  const calendars = makeCalendars({ sql, now, publicUrl })
  const myOrders = makeMyOrders({ sql, now, money: paymentPort, changed })
  const concerts = makeConcerts({
    sql,
    now,
    places,
    addresses,
    queue,
    push,
    follows,
    changed: concertChanged,
    endGraceMinutes,
  })
  const sets = makeSets({ sql, now, queue })
  const secondPads = makeSecondPads({ sql, now, publicUrl, log })
  const finding = makeConcertSearch({ sql, now, concerts })
  const sitemaps = makeSitemaps({ sql, now, publicUrl })
  const embed = makeEmbed({ artists, concerts, publicUrl })
  const previewCards = makePreviewCards({ artists, concerts, photos })
  const keepsakes = makeKeepsakes({
    secret: codeSecret,
    publicUrl,
    concerts,
    myOrders,
    draw: previewCards.story,
  })
  /**
   * Erases data with a limited retention: docs/security.md gives the periods.
   * @throws AggregateError after the last of them, with what failed.
   */
  async function forgetOld(): Promise<void> {
    const failures: unknown[] = []
    for (const erase of [
      () => forgetKeys(sql, new Date(now().getTime() - KEYS_KEPT_MS)),
      () => ofMoney.bankWebhooks.forgetOld(),
      () => photos.sweep(),
      () => concerts.forgetGone(),
      () => forgetOrderWords(ctx),
      () => push.forgetOver(),
      () => ofMoney.payments.forgetWords(),
      () => accounts.forgetOldTries(),
      () => forgetSpent(sql),
      ...modules.flatMap(({ forget = [] }) => forget.map((work) => () => work(ctx))),
    ])
      await Promise.try<unknown, []>(erase).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'some old data was not erased')
  }
  const services = {
    forgetOld,
    hub,
    accounts,
    names,
    usernames,
    artists,
    settings,
    features,
    feedback,
    admin,
    qr,
    photos,
    sitemaps,
    embed,
    previewCards,
    places,
    addresses,
    callerLocation,
    songs,
    songIndex,
    repertoire,
    repertoireImport,
    songTexts,
    paymentPort,
    ...ofMoney,
    queue,
    myOrders,
    push,
    follows,
    calendars,
    concerts,
    secondPads,
    sets,
    finding,
    keepsakes,
  }
  return { ctx, services }
}

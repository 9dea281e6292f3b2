import { EventEmitter } from 'node:events'
import { HOUR_MS } from '#domain/time.ts'
import type { Context, Providers } from './context.ts'
import { makeMoney, makePaymentPort } from './money.ts'
import type { Accounts } from './modules/accounts/accounts.service.ts'
import { makeCurrentNames } from './modules/accounts/current-names.ts'
import { mailOwner } from './modules/accounts/mailer.service.ts'
import {
  changePassword,
  checkPasswordChange,
  provePassword,
} from './modules/accounts/new-password.service.ts'
import { makePasswords } from './modules/accounts/passwords.ts'
import { endSessions } from './modules/accounts/tokens.service.ts'
import {
  artistById,
  artistByUsername,
  artistSupplier,
  findArtist,
  lockArtist,
  payoutNumbers,
} from './modules/artists/artists.service.ts'
import type { Artists } from './modules/artists/artists.service.ts'
import { makeSettings } from './modules/artists/settings.service.ts'
import { makeConcerts } from './modules/concerts/concerts.service.ts'
import { makeEvenings } from './modules/concerts/evenings.service.ts'
import { makeConcertSearch } from './modules/concerts/finding.service.ts'
import { makeKeepsakes } from './modules/concerts/keepsakes.service.ts'
import { makeReport } from './modules/concerts/report.service.ts'
import { makeEmbed } from './modules/embed/embed.service.ts'
import { makeFlagCache } from './modules/features/flag-cache.ts'
import { makeFollows } from './modules/follows/follows.service.ts'
import { openPhoto } from './modules/files/files.service.ts'
import { makePhotoUploads } from './modules/files/pictures.ts'
import { makeNumbers } from './modules/numbers/numbers.service.ts'
import { modules } from './modules/index.ts'
import { makePreviewCards } from './modules/preview-cards/preview-cards.service.ts'
import { findAddressAt, townOfAddress } from './modules/places/addresses.service.ts'
import { cityNear, timeZoneAtPoint, townsCalled } from './modules/places/places.service.ts'
import { makePush } from './modules/push/push.service.ts'
import { makeMembers } from './modules/members/members.service.ts'
import { makeHistory } from './modules/queue/history.service.ts'
import { makeMyOrders } from './modules/queue/my-orders.service.ts'
import { makeOrderWords } from './modules/queue/order-words.service.ts'
import { makeQueue } from './modules/queue/queue.service.ts'
import { makeRepertoireImport } from './modules/repertoire/repertoire-import.service.ts'
import { makeRepertoire } from './modules/repertoire/repertoire.service.ts'
import { makeSets } from './modules/sets/sets.service.ts'
import { makeSitemapCache } from './modules/sitemap/sitemap-cache.ts'
import { makeLiveSongIndex } from './modules/songs/live-song-index.ts'
import { makeOutsideSongs } from './modules/songs/outside-songs.ts'
import {
  addOwnSong,
  addOwnSongs,
  addSongSuggestion,
  similarSongs,
  songById,
  songsByIds,
  songsByKeys,
} from './modules/songs/songs.service.ts'
import type { Songs } from './modules/songs/songs.service.ts'
import { NO_PUSH } from './integrations/push/push.ts'
import { forgetKeys } from './platform/db/idempotency.ts'
import { makeThanks } from './modules/thanks/thanks.service.ts'
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
  const { bus, now, log, mail, publicUrl, endGraceMinutes } = given
  const { privacyEdition } = given.site
  const wakes = { money: new EventEmitter(), push: new EventEmitter() }
  const ctx: Context = {
    ...given,
    sql,
    database,
    geocoder,
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
    outsideSongs: songsElsewhere && makeOutsideSongs(songsElsewhere),
    photoUploads: makePhotoUploads(),
    sitemaps: makeSitemapCache(now),
    names: makeCurrentNames({ sql, bus }),
    passwords: makePasswords(),
    mailUnderway: new Set(),
    flags: makeFlagCache({ sql, now, bus }),
  }
  // For the modules that are still given services.
  const within = (inside: Sql): Context => ({ ...ctx, sql: inside })
  const places = { townsCalled, cityNear, timeZoneOf: timeZoneAtPoint }
  const addresses = {
    at: (point: Parameters<typeof findAddressAt>[1]) => findAddressAt(ctx, point),
    townOf: townOfAddress,
  }
  const artists: Artists = {
    known: (username) => findArtist(ctx, username),
    byUsername: (username) => artistByUsername(ctx, username),
    settings: (artistId) => artistById(ctx, artistId),
    lock: (inside, artistId) => lockArtist(within(inside), artistId),
    supplier: (artistId) => artistSupplier(ctx, artistId),
    payoutNumbers,
  }
  const songs: Songs & { addSuggestion: Songs['addOwn'] } = {
    byIds: (inside, ids) => songsByIds(within(inside), ids),
    byId: (inside, id) => songById(within(inside), id),
    addSuggestion: (inside, asked) => addSongSuggestion(within(inside), asked),
    addOwn: (inside, asked) => addOwnSong(within(inside), asked),
    addOwnMany: (inside, asked) => addOwnSongs(within(inside), asked),
    byKeys: (keys) => songsByKeys(ctx, keys),
    near: (pairs) => similarSongs(ctx, pairs),
  }
  const batchedQueue = batchReads((concertIds) => queue.framesOf(concertIds))
  const batchedStatus = batchReads(async (concertIds) => {
    const [statuses, liveThanks] = await Promise.all([
      concerts.statusesOf(concertIds),
      thanks.liveIn(concertIds),
    ])
    return new Map([...statuses].map(([id, status]) => [id, { ...status, ...liveThanks.get(id) }]))
  })
  const hub = makeConcertHub({
    clock: now,
    bus,
    log,
    meter: {
      onSent: (sent) => meter.onSent?.(sent),
      onArrived(ms) {
        meter.onArrived?.(ms)
        numbers.tapped(ms)
      },
    },
    readQueue: async (concertId) => (await batchedQueue(concertId)) ?? '[]',
    readSession: async (concertId) => (await batchedStatus(concertId)) ?? null,
    readRevisions: (concertIds) => concerts.revisionsOf(concertIds),
  })
  const thanks = makeThanks({ sql, now, changed: (concertId) => ctx.live.changed(concertId) })
  const follows = makeFollows({
    sql,
    now,
    mail,
    push: givenPush,
    publicUrl,
    secret: codeSecret,
    privacyEdition,
    places,
  })
  const push = makePush({ sql, now, push: givenPush, renewed: follows.renewed })
  const { changed } = ctx.live
  const accounts: Accounts = {
    checkPasswordChange: (...args) => checkPasswordChange(ctx, ...args),
    provePassword: (...args) => provePassword(ctx, ...args),
    changePassword: (artistId, change, alongside) =>
      changePassword(ctx, artistId, change, (inside) => alongside(inside.sql)),
    mailOwner: (...args) => mailOwner(ctx, ...args),
    requireMail: () => mail.ready(),
    endSessions: (inside, artistId) => endSessions({ ...ctx, sql: inside }, artistId),
  }
  const money = { ...moneySettings, bank }
  const moneyDue = wakes.money
  const paymentPort = makePaymentPort({ ...money, now, endGraceMinutes, moneyDue })
  const queue = makeQueue({ sql, now, songs, money: paymentPort, changed })
  const ofSongs = { sql, now, songs, songNews: follows.songNews, repriced: queue.repriced }
  const repertoire = makeRepertoire(ofSongs)
  const repertoireImport = makeRepertoireImport(ofSongs)
  const ofMoney = makeMoney({
    ...money,
    sql,
    now,
    log,
    bus,
    publicUrl,
    artists,
    owners: accounts,
    queue,
    thanks,
    moneyDue,
    changed,
  })
  const { balance, numberChanges } = ofMoney
  const numbers = makeNumbers({ sql, now, refunds: ofMoney.payments.refunds, log })
  const settings = makeSettings({
    sql,
    artists,
    accounts,
    numbers: numberChanges,
    queue,
    changed,
  })
  const orderWords = makeOrderWords({ sql, now, changed })
  const myOrders = makeMyOrders({ sql, now, money: paymentPort, changed })
  const concerts = makeConcerts({
    sql,
    now,
    places,
    addresses,
    queue,
    push,
    follows,
    changed,
    endGraceMinutes,
  })
  const sets = makeSets({ sql, now, queue })
  const finding = makeConcertSearch({ sql, now, concerts })
  const embed = makeEmbed({ artists, concerts, publicUrl })
  const previewCards = makePreviewCards({
    artists,
    concerts,
    photos: { open: (name) => openPhoto(ctx, name) },
  })
  const keepsakes = makeKeepsakes({
    secret: codeSecret,
    publicUrl,
    concerts,
    myOrders,
    draw: previewCards.story,
  })
  const history = makeHistory({ sql, graceSeconds: paymentPort.graceSeconds })
  const members = makeMembers({ sql, now, balance })
  const report = makeReport({ sql, now, history, members, balance, thanks })
  const evenings = makeEvenings({ now, history, balance })
  /**
   * Erases data with a limited retention: docs/security.md gives the periods.
   * @throws AggregateError after the last of them, with what failed.
   */
  async function forgetOld(): Promise<void> {
    const failures: unknown[] = []
    for (const erase of [
      () => forgetKeys(sql, new Date(now().getTime() - KEYS_KEPT_MS)),
      () => ofMoney.bankWebhooks.forgetOld(),
      () => concerts.forgetGone(),
      () => orderWords.forgetOld(),
      () => push.forgetOver(),
      () => follows.forgetOld(),
      () => ofMoney.payments.forgetWords(),
      () => forgetSpent(sql),
      ...modules.flatMap(({ forget = [] }) => forget.map((work) => () => work(ctx))),
    ])
      await Promise.try<unknown, []>(erase).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'some old data was not erased')
  }
  const services = {
    forgetOld,
    hub,
    artists,
    settings,
    embed,
    previewCards,
    places,
    addresses,
    songs,
    repertoire,
    repertoireImport,
    paymentPort,
    ...ofMoney,
    queue,
    myOrders,
    orderWords,
    push,
    follows,
    thanks,
    concerts,
    sets,
    finding,
    keepsakes,
    history,
    members,
    evenings,
    numbers,
    report,
  }
  return { ctx, services }
}

import { EventEmitter } from 'node:events'
import type { Context } from './context.ts'
import { makeMoney, makeMoneyOfQueue } from './money.ts'
import { makeAccounts } from './modules/accounts/accounts.service.ts'
import { makeAdmin } from './modules/admin/admin.service.ts'
import { makeArtists } from './modules/artists/artists.service.ts'
import { makeSettings } from './modules/artists/settings.service.ts'
import { makeCalendars } from './modules/calendar/calendar.service.ts'
import { makeConcerts } from './modules/concerts/concerts.service.ts'
import { makeFinding } from './modules/concerts/finding.service.ts'
import { makeReport } from './modules/concerts/report.service.ts'
import { makeEmbed } from './modules/embed/embed.service.ts'
import { makeFeatures } from './modules/features/features.service.ts'
import { makeFeedback } from './modules/feedback/feedback.service.ts'
import { makePhotos } from './modules/files/files.service.ts'
import { makePreviewCards } from './modules/preview-cards/preview-cards.service.ts'
import { makeAddresses } from './modules/places/addresses.service.ts'
import { makePlaces } from './modules/places/places.service.ts'
import { makeWhereabouts } from './modules/places/whereabouts.service.ts'
import { makeQr } from './modules/qr/qr.service.ts'
import { makeHistory } from './modules/queue/history.service.ts'
import { makeMyOrders } from './modules/queue/my-orders.service.ts'
import { makeQueue } from './modules/queue/queue.service.ts'
import { makeRepertoireImport } from './modules/repertoire/repertoire-import.service.ts'
import { makeRepertoire } from './modules/repertoire/repertoire.service.ts'
import { makeSecondPads } from './modules/second-pads/second-pads.service.ts'
import { makeSitemaps } from './modules/sitemap/sitemap.service.ts'
import { makeLivingIndex } from './modules/songs/live-song-index.ts'
import { makeSongs } from './modules/songs/songs.service.ts'
import type { Sql } from './platform/db/open.ts'
import type { ClockWakes } from './platform/jobs/clock.ts'
import { makeConcertHub } from './platform/live/concert-hub.ts'
import type { HubDeps } from '#packages/live-broadcast/hub.ts'
import { readTogether } from './platform/concurrency.ts'

export type ServiceDeps = Pick<
  Context,
  | 'bus'
  | 'mail'
  | 'files'
  | 'ipLocation'
  | 'geocoder'
  | 'songsElsewhere'
  | 'now'
  | 'publicUrl'
  | 'endGraceMinutes'
  | 'money'
  | 'log'
> & {
  sql: Sql
  /** Where a thread opens a connection to the same database; null for an embedded one. */
  databaseUrl: string | null
  codeSecret: string
  /** What a consent to the processing of personal data is given to. */
  privacyEdition: string
  /** Is told how long changes take to the screens. */
  meter?: HubDeps['meter']
}

export type Services = ReturnType<typeof makeServices>

/** Who takes what from whom: areas point one way, concerts → queue → songs. */
export function makeServices({
  sql,
  databaseUrl,
  bus,
  mail,
  files,
  ipLocation,
  geocoder = null,
  songsElsewhere = null,
  now,
  publicUrl,
  endGraceMinutes,
  codeSecret,
  privacyEdition,
  money,
  meter,
  log,
}: ServiceDeps) {
  const queuesTogether = readTogether((concertIds) => queue.framesOf(concertIds))
  const statusesTogether = readTogether((concertIds) => concerts.statusesOf(concertIds))
  const hub = makeConcertHub({
    bus,
    log,
    ...(meter && { meter }),
    readQueue: async (concertId) => (await queuesTogether(concertId)) ?? '[]',
    readSession: async (concertId) => (await statusesTogether(concertId)) ?? null,
    readRevisions: (concertIds) => concerts.revisionsOf(concertIds),
  })
  const changed = (concertId: string, receivedAt?: number) => hub.changed(concertId, receivedAt)
  /** What is told of a concert itself changed, not its queue alone. */
  const retold = (concertId: string) => {
    changed(concertId)
    bus.publish('concert-told', concertId)
  }
  const whereabouts = makeWhereabouts({ ipLocation })
  const accounts = makeAccounts({
    sql,
    now,
    mail,
    codeSecret,
    privacyEdition,
    publicUrl,
    log,
    placeOf: whereabouts.country,
  })
  const artists = makeArtists({ sql, takesTips: money.bank !== null })
  const features = makeFeatures({ sql, now, bus })
  const feedback = makeFeedback({ sql, now })
  const admin = makeAdmin({ sql })
  const qr = makeQr({ artists, publicUrl })
  const photos = makePhotos({ sql, now, files, artists, log })
  const places = makePlaces()
  const addresses = makeAddresses({ places, geocoder })
  const songIndex = makeLivingIndex({ sql, url: databaseUrl, bus, log })
  const songs = makeSongs({ sql, now, index: songIndex, elsewhere: songsElsewhere })
  const repertoire = makeRepertoire({ sql, now, songs })
  const repertoireImport = makeRepertoireImport({ sql, now, songs })
  const moneyDue: ClockWakes = new EventEmitter()
  const moneyOfQueue = makeMoneyOfQueue({ ...money, now, endGraceMinutes, moneyDue })
  const queue = makeQueue({ sql, now, songs, money: moneyOfQueue, changed })
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
    moneyDue,
    changed,
  })
  const { balance, numberChanges } = ofMoney
  const settings = makeSettings({ sql, artists, accounts, numbers: numberChanges })
  const calendars = makeCalendars({ sql, now, publicUrl })
  const myOrders = makeMyOrders({ sql, now, money: moneyOfQueue, changed })
  const concerts = makeConcerts({
    sql,
    now,
    places,
    addresses,
    queue,
    changed: retold,
    endGraceMinutes,
  })
  const secondPads = makeSecondPads({ sql, now, publicUrl, log })
  const finding = makeFinding({ sql, now, concerts })
  const sitemaps = makeSitemaps({ sql, now, publicUrl })
  const embed = makeEmbed({ artists, concerts, publicUrl })
  const previewCards = makePreviewCards({ artists, concerts, photos })
  const report = makeReport({ sql, now, history: makeHistory({ sql }), balance })
  return {
    hub,
    accounts,
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
    whereabouts,
    songs,
    songIndex,
    repertoire,
    repertoireImport,
    moneyOfQueue,
    ...ofMoney,
    queue,
    myOrders,
    calendars,
    concerts,
    secondPads,
    finding,
    report,
  }
}

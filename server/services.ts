import { makeAccounts } from './areas/accounts/accounts.service.ts'
import { makeAdmin } from './areas/admin/admin.service.ts'
import { makeArtists } from './areas/artists/artists.service.ts'
import { makeSettings } from './areas/artists/settings.service.ts'
import { makeCalendars } from './areas/calendar/calendar.service.ts'
import { makeConcerts } from './areas/concerts/concerts.service.ts'
import { makeFinding } from './areas/concerts/finding.service.ts'
import { makeReport } from './areas/concerts/report.service.ts'
import { makeEmbed } from './areas/embed/embed.service.ts'
import { makeFeatures } from './areas/features/features.service.ts'
import { makeFeedback } from './areas/feedback/feedback.service.ts'
import { makeBalance } from './areas/payments/balance.service.ts'
import { makeBooks } from './areas/payments/books.service.ts'
import { makePayments } from './areas/payments/payments.service.ts'
import type { PaymentDeps } from './areas/payments/payments.service.ts'
import { makeStuck } from './areas/payments/stuck.service.ts'
import { makePhotos } from './areas/files/files.service.ts'
import { makePreviewCards } from './areas/preview-cards/preview-cards.service.ts'
import { makeAddresses } from './areas/places/addresses.service.ts'
import { makePlaces } from './areas/places/places.service.ts'
import { makeWhereabouts } from './areas/places/whereabouts.service.ts'
import { makeQr } from './areas/qr/qr.service.ts'
import { makeHistory } from './areas/queue/history.service.ts'
import { makeMyOrders } from './areas/queue/my-orders.service.ts'
import { makeQueue } from './areas/queue/queue.service.ts'
import { makeRepertoireImport } from './areas/repertoire/repertoire-import.service.ts'
import { makeRepertoire } from './areas/repertoire/repertoire.service.ts'
import { makeSitemaps } from './areas/sitemap/sitemap.service.ts'
import { makeLivingIndex } from './areas/songs/living-index.ts'
import { makeSongs } from './areas/songs/songs.service.ts'
import type { Elsewhere } from './areas/songs/songs.service.ts'
import type { Sql } from './db/open.ts'
import type { Bus, LiveLog } from './live/bus.ts'
import { makeHub } from './live/hub.ts'
import type { HubDeps } from './live/hub.ts'
import { readTogether } from './live/read-together.ts'
import type { Files } from './outside/files.ts'
import type { Geocoder } from './outside/geocoder.ts'
import type { IpLocation } from './outside/ip-location.ts'
import type { Mail } from './outside/mail.ts'

export type ServiceDeps = {
  sql: Sql
  /** Where a thread opens a connection to the same database; null for an embedded one. */
  databaseUrl: string | null
  bus: Bus
  mail: Mail
  files: Files
  ipLocation: IpLocation
  /** Without it addresses are known by their towns alone. */
  geocoder?: Geocoder | null
  /** Without it nobody else's catalogue of songs is asked. */
  songsElsewhere?: Elsewhere | null | undefined
  now: () => Date
  /** The address that people see, without a slash at the end. */
  publicUrl: string
  endGraceMinutes: number
  codeSecret: string
  /** What a consent to the processing of personal data is given to. */
  privacyEdition: string
  money: Pick<
    PaymentDeps,
    | 'bank'
    | 'notificationUrl'
    | 'receipts'
    | 'captureGraceSeconds'
    | 'payoutFloat'
    | 'numberHoldHours'
  >
  /** Is told how long changes take to the screens. */
  meter?: HubDeps['meter']
  log: LiveLog
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
  const hub = makeHub({
    bus,
    log,
    ...(meter && { meter }),
    readQueue: async (concertId) => (await queuesTogether(concertId)) ?? '[]',
    readSession: async (concertId) => (await statusesTogether(concertId)) ?? null,
    readRevisions: (concertIds) => concerts.revisionsOf(concertIds),
  })
  const changed = (concertId: string, cameAt?: number) => hub.changed(concertId, cameAt)
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
  // Money wakes the queue in its own transaction, and the queue the money in its: each is handed the other.
  const payments = makePayments({
    ...money,
    sql,
    now,
    publicUrl,
    endGraceMinutes,
    changed,
    artists,
    owners: accounts,
    queue: {
      hold: (inside, concertId) => queue.hold(inside, concertId),
      secured: (inside, order) => queue.secured(inside, order),
      unsecured: (inside, paymentId) => queue.unsecured(inside, paymentId),
      songsOf: (paymentIds) => queue.songsOf(paymentIds),
    },
  })
  const settings = makeSettings({ sql, artists, accounts, numbers: payments.numberChanges })
  const balance = makeBalance({ sql })
  const books = makeBooks({ sql, now, bank: money.bank })
  const stuck = makeStuck({
    sql,
    now,
    payouts: payments.payouts,
    keep: payments.keep,
    wake: payments.money.wake,
  })
  const queue = makeQueue({ sql, now, songs, money: payments.money, changed })
  const calendars = makeCalendars({ sql, now, publicUrl })
  const myOrders = makeMyOrders({ sql, now, money: payments.money, changed })
  const concerts = makeConcerts({
    sql,
    now,
    places,
    addresses,
    queue,
    changed: retold,
    endGraceMinutes,
  })
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
    payments,
    balance,
    books,
    stuck,
    queue,
    myOrders,
    calendars,
    concerts,
    finding,
    report,
  }
}

import { TAX_STATUSES } from '#domain/payments/tax-status.ts'
import type { TaxStatus } from '#domain/payments/tax-status.ts'
import { Type } from '@sinclair/typebox'
import type { Static, TSchema } from '@sinclair/typebox'
import { ACCOUNT_TYPES } from '#domain/accounts/account.ts'
import { AGES } from '#domain/concerts/announcement.ts'
import { CONCERT_STATUSES } from '#domain/concerts/concert.ts'
import * as evening from '#domain/queue/evening-rules.ts'
import { SONG_STATUSES } from '#domain/queue/queue.ts'
import { SONG_STATES, SONG_TEXTS } from '#domain/songs/repertoire.ts'
import { Singers } from './singing.ts'

export function literals<const T extends readonly (string | number)[]>(values: T) {
  return Type.Unsafe<T[number]>({ enum: [...values] })
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** UUIDv7 text. */
export const Id = Type.String({ format: 'uuid' })
/** A nickname in a request: anything that could be one, since an unknown one is simply not found. */
export const Username = Type.String({ minLength: 1, maxLength: 64, title: 'Никнейм музыканта' })
/** The same, where an empty text is none. */
export const UsernameOrEmpty = Type.String({ ...Username, minLength: 0 })
export const FeatureName = Type.String({ minLength: 1, maxLength: 80 })
/** Whether a field of a call is such a nickname, so that a former one is accepted too. */
export const namesArtist = (field: { title?: string } | undefined) =>
  field?.title === Username.title
/** From an e-mail's link: 256 random bits. */
export const LinkToken = Type.String({ maxLength: 100 })
export const Resend = Type.Object({ resendAfterSeconds: Type.Integer({ minimum: 0 }) })
export const Moment = Type.String({ format: 'date-time' })
export const Count = Type.Integer({ minimum: 0 })
/** Whole kopecks; above this a number in JSON is not exact. */
export const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Kopecks; below zero for outgoing money. */
export const SignedAmount = Type.Integer()
/** Where the payer wants the receipt (54-ФЗ): an e-mail or a phone, as typed; ignored where none is issued. */
export const ReceiptTo = Type.Optional(Type.String({ maxLength: 500 }))
export const Limit = Type.Integer({ minimum: 1, maximum: 100, default: 40 })
export const Url = Type.String({ maxLength: 2048 })
/** A browser's push subscription. */
export const PushTarget = Type.Object({
  endpoint: Url,
  p256dh: Type.String({ maxLength: 100 }),
  auth: Type.String({ maxLength: 100 }),
})
export const SearchInput = Type.String({ maxLength: 200 })

export const AccountType = literals(ACCOUNT_TYPES)
export const ConcertStatus = literals(CONCERT_STATUSES)
export const SongStatus = literals(SONG_STATUSES)

const Location = Type.Object({
  name: Type.String(),
  country: Type.String(),
  city: Type.String(),
  street: Type.String(),
  houseNumber: Type.String(),
  address: Type.String(),
  description: Type.String(),
  longitude: nullable(Type.Number()),
  latitude: nullable(Type.Number()),
  timeZone: Type.String(),
})

/** The minimum in rubles for an order of a song, where the song or one of its tags has its own. */
const priced = { minSongAmount: Type.Optional(Type.Integer()) }

export const QueueEntry = Type.Object({
  id: Id,
  songId: Id,
  title: Type.String(),
  artistName: Type.String(),
  imageUrl: Type.String(),
  status: SongStatus,
  backers: Type.Integer({ minimum: 0 }),
  /** The names of the listeners who ordered it, the newest last; where the artist shows them to everybody and at least one was left. */
  names: Type.Optional(Type.Array(Type.String())),
  singers: Type.Optional(Singers),
  /** Kopecks that all of them gave together; present where at least one gave a share. */
  collected: Type.Optional(Amount),
  /** Kopecks at which a COLLECTING song enters the queue. */
  goal: Type.Optional(Amount),
  ...priced,
})

/** A listener's name and text with an order, for the artist; both empty where the word filter hides them. */
export const Ask = Type.Object({
  /** Not the order's id: that is its payment's too, and with it anybody may read the sum. */
  id: Id,
  name: Type.String(),
  words: Type.String(),
  held: Type.Boolean(),
  /** The artist accepts no orders from this listener. */
  muted: Type.Boolean(),
})

/** The artist's own view: the kopecks held or paid for the entry, by how many orders, whether a listener typed the song, the artist's notes of his own song, and the listeners' texts, the newest last. */
export const PaidQueueEntry = Type.Composite([
  QueueEntry,
  Type.Object({
    amount: Amount,
    paidOrders: Type.Integer({ minimum: 0 }),
    /** On a second pad, in place of the two: there is money behind it. */
    paid: Type.Optional(Type.Literal(true)),
    suggested: Type.Boolean(),
    /** Present where everybody else sees «скрыто» in place of title and performer. */
    heldTitle: Type.Optional(Type.Literal(true)),
    forWhom: Type.Optional(Type.String()),
    inCash: Type.Optional(Type.Boolean()),
    cash: Type.Optional(Amount),
    /** The host's words for the moment that `forWhom` names; empty where the word filter holds them back. */
    dedication: Type.Optional(Type.Object({ words: Type.String(), held: Type.Boolean() })),
    /** From the artist's set, before this song: a note for the pad, and the minutes of a break. */
    beforeNote: Type.Optional(Type.String()),
    beforeBreak: Type.Optional(Type.Integer()),
    /** The tables of the listeners who ordered it. */
    tables: Type.Optional(Type.Array(Type.Integer())),
    asks: Type.Optional(Type.Array(Ask)),
    /** The number of asks that `asks` leaves out. */
    moreAsks: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
])

export const Song = Type.Object({
  songId: Id,
  title: Type.String(),
  artistName: Type.String(),
  imageUrl: Type.String(),
  isFavorite: Type.Boolean(),
  status: Type.Optional(SongStatus),
  /** «уже звучала, …» and when it can be ordered; where the request names a concert and its rules require it. */
  heard: Type.Optional(Type.String()),
  /** The artist's tags for sorting his repertoire; in lists of it, where the song has any. */
  tags: Type.Optional(Type.Array(Type.String())),
  ...priced,
  /** The artist is learning it: listeners cannot order it yet. */
  learning: Type.Optional(Type.Literal(true)),
  /** The song's own minimum, in lists of the repertoire. */
  ownMinimum: Type.Optional(Type.Integer()),
})

/** A song that sounded in a concert, and when it began. */
export const SetlistSong = Type.Object({
  id: Id,
  songId: Id,
  title: Type.String(),
  artistName: Type.String(),
  imageUrl: Type.String(),
  startedAt: nullable(Moment),
})

/** A song of the repertoire as only its artist sees it, with his own notes. */
export const OwnSong = Type.Composite([
  Song,
  Type.Object({
    key: Type.Optional(Type.String()),
    capo: Type.Optional(Type.Integer()),
    /** Beats per minute. */
    tempo: Type.Optional(Type.Integer()),
    /** How long it lasts. */
    seconds: Type.Optional(Type.Integer()),
    notes: Type.Optional(Type.String()),
    /** The authors of the music and of the words, his own or the catalogue's. */
    musicBy: Type.Optional(Type.String()),
    wordsBy: Type.Optional(Type.String()),
    /** Omitted: open. */
    state: Type.Optional(literals(SONG_STATES)),
    /** How many devices wait for it, while it is not open. */
    wishes: Type.Optional(Type.Integer()),
    /** What its own text is; omitted: it has none. */
    text: Type.Optional(literals(SONG_TEXTS)),
  }),
])

export const ArtistCard = Type.Object({
  username: Type.String(),
  name: Type.String(),
  imageUrl: Type.String(),
})

const Privacy = Type.Object({
  ableGetSongs: Type.Boolean(),
  closedSession: Type.Boolean(),
  showSongsOnPoster: Type.Boolean(),
  /** The page of a concert that is over lists what was played; left out: it does. */
  showPlayed: Type.Optional(Type.Boolean()),
  autoRunSession: Type.Boolean(),
})

export const AdvancedSession = Type.Object({
  age: literals(AGES),
  description: Type.String(),
  ticketLink: Type.String(),
  privacy: Privacy,
})

const { LOCK_MOST, FREE_WAITING_MOST, PAID_WAITING_MOST, WHOLE_EVENING_MOST, REPEAT_AFTER_MOST } =
  evening
const upTo = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** The rules of a concert. Rubles in `minSongAmount`. */
export const EveningRules = Type.Object({
  turn: literals(evening.TURNS),
  byTable: Type.Boolean(),
  lock: upTo(0, LOCK_MOST),
  /** How many of the artist's own songs come before each order; null: orders come after all of them. */
  orderAfter: nullable(upTo(1, evening.ORDER_AFTER_MOST)),
  freeWaiting: upTo(1, FREE_WAITING_MOST),
  paidWaiting: nullable(upTo(1, PAID_WAITING_MOST)),
  wholeEvening: nullable(upTo(1, WHOLE_EVENING_MOST)),
  repeats: literals(evening.REPEATS),
  repeatAfter: upTo(1, REPEAT_AFTER_MOST),
  songs: literals(evening.SONG_CHOICES),
  suggestions: Type.Boolean(),
  money: literals(evening.MONEY_CHOICES),
  minSongAmount: nullable(Type.Integer(evening.MIN_AMOUNT_RANGE)),
  support: Type.Boolean(),
  lastCall: literals(evening.LAST_CALLS),
  byClock: Type.Boolean(),
  words: literals(evening.WORDS_CHOICES),
  namesShown: Type.Boolean(),
  singing: Type.Boolean(),
})

/** The public part of a concert's rules, where they are not the default, and its break. */
export const publicRules = {
  /** Only the rules that differ from the default. */
  rules: Type.Optional(Type.Partial(EveningRules)),
  /** By how much «Играем дольше» has moved the end. */
  longerMinutes: Type.Optional(Type.Integer({ minimum: 1 })),
  /** How many times its title, time or place was corrected, or its ordering switched on or off. */
  corrections: Type.Optional(Type.Integer({ minimum: 1 })),
  /** During a break: when the concert goes on. */
  breakUntil: Type.Optional(Moment),
}

const sessionFields = {
  id: Id,
  title: Type.String(),
  description: Type.String(),
  dateTimeStart: Moment,
  dateTimeEnd: Moment,
  timeAndDay: Type.String(),
  date: Type.String(),
  month: Type.String(),
  sessionStatus: ConcertStatus,
  active: Type.Boolean(),
  location: Location,
  artist: ArtistCard,
  artists: Type.Array(ArtistCard),
  songs: Type.Array(QueueEntry),
  advancedSession: AdvancedSession,
  goingCount: Type.Integer({ minimum: 0 }),
  /** It was begun on the spot: its end is not shown. */
  street: Type.Optional(Type.Literal(true)),
  /** The queue needs a code word, and the caller has not given it. */
  locked: Type.Optional(Type.Literal(true)),
  /** The pass issued for the code word; returned to the concert's own artist and to callers that sent it. */
  pass: Type.Optional(Id),
  ...publicRules,
  /** The same for all concerts that were announced together. */
  series: Type.Optional(Id),
  /** When everybody will see it; until then its artist alone does. */
  publishAt: Type.Optional(Moment),
  /** The start and the venue announced at first, of a concert that was moved. */
  dateTimeStartWas: Type.Optional(Moment),
  venueWas: Type.Optional(Type.String()),
  /** What the artist says to those who wanted to come to a concert that was moved. */
  words: Type.Optional(Type.String()),
}

export const Session = Type.Object(sessionFields)

/** How many wished songs its artist plays, and how far it is (null without coordinates of the listener or the venue). */
export const RecommendedSession = Type.Object({
  ...sessionFields,
  match: Type.Object({
    songs: Type.Integer({ minimum: 0 }),
    distanceKm: nullable(Type.Number()),
    /** Which of the wished songs are in the artist's repertoire. */
    songIds: Type.Array(Id),
  }),
})

export const NoSession = Type.Object({
  id: Type.Null(),
  active: Type.Literal(false),
  sessionStatus: Type.Null(),
  /** For its own artist: what his next announcement begins with. */
  rules: publicRules.rules,
})

export const SocialMedia = Type.Object({ type: Type.String(), url: Type.String() })

export const ArtistInfo = Type.Object({
  accountType: AccountType,
  name: Type.String(),
  username: Type.String(),
  imageUrl: Type.String(),
  imageUrls: Type.Array(Type.String()),
  shortDescription: Type.String(),
  description: Type.String(),
})

export const Settings = Type.Object({
  baseAccountInfoDTO: Type.Object({ artistUsername: Type.String(), email: Type.String() }),
  artistInfoDTO: ArtistInfo,
  publicArtistFeaturesDTO: Type.Object({ requestFavoriteSongsOnly: Type.Boolean() }),
  /** Checked by domain/payments/payment-settings.ts and tax-status.ts; `auth/update` takes each field of it. */
  paymentDTO: Type.Object({
    phoneNumber: nullable(Type.String()),
    sbpNumberId: nullable(Type.String()),
    description: Type.String(),
    paidSongsEnabled: Type.Boolean(),
    /** Rubles: it is shown and entered in rubles. */
    minSongAmount: Type.Integer(),
    /** The seller of the songs, as named on receipts; null where the artist has not stated it. */
    taxStatus: nullable(literals(Object.keys(TAX_STATUSES) as TaxStatus[])),
    taxName: Type.String(),
    taxInn: Type.String(),
    payoutLetters: Type.Boolean(),
  }),
  socialMediaList: Type.Array(SocialMedia),
})

/** The body of every failure of every call. `queue` comes with NOW_MOVED only: the current queue. */
export const Failure = Type.Object({
  message: Type.String(),
  code: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  requestId: Type.String(),
  queue: Type.Optional(Type.Array(PaidQueueEntry)),
})

export type QueueEntry = Static<typeof QueueEntry>
export type PaidQueueEntry = Static<typeof PaidQueueEntry>
export type Ask = Static<typeof Ask>
export type Song = Static<typeof Song>
export type SetlistSong = Static<typeof SetlistSong>
export type OwnSong = Static<typeof OwnSong>
export type ArtistCard = Static<typeof ArtistCard>
export type Session = Static<typeof Session>
export type RecommendedSession = Static<typeof RecommendedSession>
export type NoSession = Static<typeof NoSession>
export type Settings = Static<typeof Settings>
export type Failure = Static<typeof Failure>

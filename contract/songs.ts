import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { MY_ORDER_STATES } from '#domain/queue/my-order.ts'
import { TABLE_MOST } from '#domain/queue/own-song.ts'
import { battleVotes } from './battles.ts'
import { endpoint } from './endpoint.ts'
import { keepsake } from './keepsake.ts'
import {
  Amount,
  Id,
  literals,
  Moment,
  nullable,
  PushTarget,
  ReceiptTo,
  SearchInput,
  Song,
  Url,
  Username,
} from './shapes.ts'
import { KeyShift } from './singing.ts'

const WaitMinutes = nullable(
  Type.Object({ from: Type.Integer({ minimum: 0 }), to: Type.Integer({ minimum: 0 }) }),
)

/** Whoever sings with the listener (may be empty), and semitones up or down. */
export const Sings = Type.Object({ with: Type.String({ maxLength: 1000 }), keyShift: KeyShift })

/** An order as the listener who made it sees it. */
export const MyOrder = Type.Object({
  orderId: Id,
  /** Of the queue; absent before a paid order comes into it. Pages of the version before are told none. */
  entryId: Type.Optional(Id),
  songId: Id,
  title: Type.String(),
  artistName: Type.String(),
  /** Kopecks; null for a free one. */
  amount: nullable(Amount),
  state: literals(MY_ORDER_STATES),
  /** Among the songs that wait: 1 is the next. Null where it does not wait. */
  place: nullable(Type.Integer({ minimum: 1 })),
  /** Whole minutes until it begins; null where that cannot be estimated. */
  waitMinutes: WaitMinutes,
  mayCancel: Type.Boolean(),
  /** Nothing was ordered: the payment failed, or its time ran out. */
  lapsed: Type.Optional(Type.Literal(true)),
  /** Its listener may let the next order pass, once an evening. */
  mayLetPass: Type.Optional(Type.Literal(true)),
  /** The order supports a song of other listeners, or is a part of what one costs. */
  share: Type.Optional(Type.Literal(true)),
  /** The order is a vote in a battle. */
  vote: Type.Optional(Type.Literal(true)),
  /** Of a vote. Pages of the version before are told none. */
  battleId: Type.Optional(Id),
  /** Why the order has its place; absent for a first place that no other song can take. */
  why: Type.Optional(Type.String()),
  /** What the listener wrote with it. */
  name: Type.Optional(Type.String()),
  words: Type.Optional(Type.String()),
  sings: Type.Optional(Sings),
  /** Its device gets push messages. */
  pushed: Type.Optional(Type.Literal(true)),
  /** It did until its subscription ended: the page then subscribes again. */
  pushLost: Type.Optional(Type.Literal(true)),
  /** The listener has thanked for it, and the artist's answer. */
  thanked: Type.Optional(Type.Literal(true)),
  answer: Type.Optional(Type.String()),
})

export type MyOrder = Static<typeof MyOrder>

const Takes = Type.Object({ mean: Type.Number(), give: Type.Number(), of: Type.Integer() })
const Length = nullable(Type.Number())

/** `Pace` of domain/queue/forecast.ts. */
const Pace = Type.Object({
  song: Type.Optional(Takes),
  since: Type.Optional(Moment),
  noted: Type.Optional(
    Type.Object({ playing: Length, waiting: Type.Array(Length), talk: Type.Optional(Takes) }),
  ),
  breaks: Type.Optional(Type.Array(Type.Number())),
})

/** What an order would get, before it is made. */
export const PlaceAhead = Type.Object({
  /** Among the songs that wait: 1 is the next. */
  place: Type.Integer({ minimum: 1 }),
  /** Null before the concert, while it is paused, and where it cannot be estimated. */
  waitMinutes: WaitMinutes,
  /** The song waits there already: an order joins it. */
  waits: Type.Optional(Type.Literal(true)),
  /** What the wait is computed from, also where it is null. Pages of the version before are told none. */
  pace: Type.Optional(Pace),
  /** The planned end, while that is ahead; absent on the street. */
  endsAt: Type.Optional(Moment),
  /** The wait may last longer than the concert. */
  mayMiss: Type.Optional(Type.Literal(true)),
  /** How many orders of this device wait, of how many that may. */
  left: Type.Optional(
    Type.Object({ ordered: Type.Integer({ minimum: 0 }), most: Type.Integer({ minimum: 1 }) }),
  ),
  /** The artist has a repertoire, and the song is not in it. */
  foreign: Type.Optional(Type.Literal(true)),
  /** Kopecks that most paid orders of this evening had. */
  usual: Type.Optional(Amount),
})

export type PlaceAhead = Static<typeof PlaceAhead>

/** A page of the repertoire, without the songs that wait in the concert or play. */
export const Offer = Type.Object({
  /** All tags of the repertoire, those of the most songs first. */
  tags: Type.Array(Type.String()),
  songs: Type.Array(Song),
  pages: Type.Integer({ minimum: 0 }),
})

export type Offer = Static<typeof Offer>

/** The concert whose rules decide what may be ordered, and what was played too recently; a closed one only with its pass. */
const atConcert = { sessionId: Type.Optional(Id), pass: Type.Optional(Id) }

export const songs = {
  ...battleVotes,
  ...keepsake,
  findSong: endpoint({
    method: 'GET',
    path: '/songs/find-song',
    access: 'anyone',
    priority: 'low',
    rates: ['searchOfAddress'],
    summary: 'Поиск песни; с именем музыканта сначала его репертуар',
    query: {
      input: SearchInput,
      username: Type.Optional(Type.String({ maxLength: 64 })),
      ...atConcert,
    },
    answer: Type.Array(Song),
  }),
  byIds: endpoint({
    method: 'POST',
    path: '/songs/by-ids',
    access: 'anyone',
    priority: 'read',
    summary:
      'Песни по их номерам, в том же порядке; неизвестные пропускаются; с именем музыканта и его цены',
    body: {
      songIds: Type.Array(Id, { maxItems: 100 }),
      username: Type.Optional(Type.String({ maxLength: 64 })),
    },
    answer: Type.Array(Song),
  }),
  findSongOfArtist: endpoint({
    method: 'GET',
    path: '/songs/find-song-artist',
    access: 'pad',
    right: 'play',
    priority: 'low',
    rates: ['searchOfAddress'],
    summary: 'Поиск песни для пульта и репертуара',
    query: { input: SearchInput, username: Username },
    answer: Type.Array(Song),
    refusals: ['NOT_YOURS'],
  }),
  getFavoriteSongs: endpoint({
    method: 'GET',
    path: '/songs/get-favorite-songs',
    access: 'anyone',
    summary: 'Репертуар музыканта по алфавиту; с limit столько первых песен, без него весь',
    query: {
      artistUsername: Username,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      ...atConcert,
    },
    answer: Type.Array(Song),
    refusals: ['NOT_FOUND'],
  }),
  offered: endpoint({
    method: 'GET',
    path: '/songs/offered',
    access: 'anyone',
    summary:
      'Из чего выбрать на концерте: репертуар по страницам, сначала то, что можно заказать, и что чаще просят',
    query: {
      artistUsername: Username,
      ...atConcert,
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      page: Type.Integer({ minimum: 1, maximum: 1000, default: 1 }),
    },
    answer: Offer,
    refusals: ['NOT_FOUND'],
  }),
  orderSong: endpoint({
    method: 'POST',
    path: '/songs/order-song',
    access: 'anyone',
    metric: 'order',
    summary: 'Заказать песню на концерте',
    idempotent: true,
    body: {
      songId: nullable(Id),
      artistUsername: Username,
      sessionId: Id,
      title: Type.String({ maxLength: 1000 }),
      artistName: Type.String({ maxLength: 1000 }),
      imageUrl: Url,
      amount: Type.Optional(Amount),
      /** The listener's name and a dedication; ignored where the concert does not ask for them. */
      name: Type.Optional(Type.String({ maxLength: 1000 })),
      words: Type.Optional(Type.String({ maxLength: 1000 })),
      /** He sings the song himself; ignored where the concert does not allow it, and of a support. */
      sings: Type.Optional(Sings),
      /** The listener's table, by the code on it; null once he says that he sits at none. */
      table: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: TABLE_MOST }))),
      /** The pass of a closed evening. */
      pass: Type.Optional(Id),
      /** The waiting entry of this song to support, instead of making an order of one's own. */
      supports: Type.Optional(Id),
      /** The battle by money in which this order is a vote for the song. */
      battle: Type.Optional(Id),
      /** The amount is a share: the song waits outside the queue until its minimum is collected. */
      collect: Type.Optional(Type.Boolean()),
      receiptTo: ReceiptTo,
    },
    /** `place`: where a free order stood as it came, among the songs that wait. */
    answer: Type.Object({
      orderId: Id,
      paymentURL: Type.Optional(Type.String()),
      place: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    refusals: [
      'NOT_FOUND',
      'SESSION_NOT_OPEN',
      'SONG_NOT_ACCEPTED',
      'FREE_LIMIT',
      'AMOUNT_TOO_SMALL',
      'AMOUNT_TOO_LARGE',
      'ILLEGAL_STEP',
      'IDEMPOTENCY_CONFLICT',
      'PAYMENTS_DOWN',
      'TOO_MANY',
    ],
  }),
  myOrders: endpoint({
    method: 'GET',
    path: '/songs/my-orders',
    access: 'anyone',
    answersDevice: true,
    summary: 'Заказы этого устройства на концерте, новые сначала',
    query: { sessionId: Id },
    answer: Type.Array(MyOrder),
    refusals: ['TOO_MANY'],
  }),
  placeAhead: endpoint({
    method: 'GET',
    path: '/songs/place-ahead',
    access: 'anyone',
    rates: ['lookOfAddress'],
    answersDevice: true,
    summary: 'Какое место получит заказ, когда до него дойдёт и сколько ещё можно заказать',
    query: {
      sessionId: Id,
      /** Absent: any song that does not wait yet. */
      songId: Type.Optional(Id),
      amount: Type.Optional(Amount),
      /** The amount is a share of a waiting song. */
      share: Type.Optional(Type.Boolean()),
      /** The table that the order would name; 0: none; absent: as in the last order. */
      table: Type.Optional(Type.Integer({ minimum: 0, maximum: TABLE_MOST })),
      pass: Type.Optional(Id),
    },
    answer: PlaceAhead,
    refusals: ['NOT_FOUND', 'SESSION_NOT_OPEN'],
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/songs/cancel-order',
    access: 'anyone',
    rates: ['cancelOfAddress'],
    metric: 'taken_off',
    summary: 'Отменить свой заказ, пока он ждёт',
    body: { orderId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  letPass: endpoint({
    method: 'POST',
    path: '/songs/let-pass',
    access: 'anyone',
    rates: ['cancelOfAddress'],
    summary: '«Пропустить вперёд»: свой заказ одним местом позже, один раз за вечер',
    body: { orderId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  wish: endpoint({
    method: 'POST',
    path: '/songs/wish',
    access: 'anyone',
    rates: ['wishOfAddress', 'wishOfAddressADay'],
    summary: '«Хочу услышать» песню, которую музыкант учит, один раз с устройства',
    body: { artistUsername: Username, songId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  thank: endpoint({
    method: 'POST',
    path: '/songs/thank',
    access: 'anyone',
    rates: ['thankOfAddress'],
    summary: 'Сказать спасибо за сыгранную песню, один раз за заказ',
    body: { orderId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  pushKey: endpoint({
    method: 'GET',
    path: '/songs/push-key',
    access: 'anyone',
    priority: 'low',
    summary: 'Открытый ключ, с которым браузер подписывается на уведомления',
    answer: Type.Object({ publicKey: Type.String() }),
  }),
  pushSubscription: endpoint({
    method: 'POST',
    path: '/songs/push-subscription',
    access: 'anyone',
    priority: 'low',
    rates: ['pushOfAddress'],
    summary: 'Куда сообщить о своём заказе, когда страница закрыта; null: никуда',
    body: {
      orderId: Id,
      subscription: nullable(PushTarget),
    },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
}

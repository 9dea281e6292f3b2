import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { TABLE_MOST } from '#domain/queue/own-song.ts'
import { endpoint } from './endpoint.ts'
import { ConcertStatus, Id, Moment, nullable, Url, Username } from './shapes.ts'
import { PlaceAhead, Sings } from './songs.ts'

const Table = Type.Integer({ minimum: 1, maximum: TABLE_MOST })
const Code = Type.String({ maxLength: 40 })
/** In the body, since an address gets into logs. */
const Token = Type.String({ minLength: 1, maxLength: 100 })

const Tablet = Type.Object({ id: Id, table: Table, pairedAt: Moment })
export type Tablet = Static<typeof Tablet>

/** What a paired tablet knows of itself and of its concert. */
const TabletView = Type.Object({
  sessionId: Id,
  table: Table,
  status: ConcertStatus,
  startsAt: Moment,
  /** Of the venue, an IANA name. */
  timeZone: Type.String(),
  /** Listeners may order at this concert at all. */
  open: Type.Boolean(),
  /** The pass of a closed evening. */
  pass: nullable(Id),
})
export type TabletView = Static<typeof TabletView>

/** «Планшет в зале»: it orders for those without a phone, by table; paired by a code from the pad. */
export const tablets = {
  code: endpoint({
    method: 'POST',
    path: '/artist/tablet-code',
    access: 'artist',
    created: true,
    summary: 'Код, по которому планшет в зале подключается к концерту; прежний больше не подходит',
    body: { sessionId: Id },
    answer: Type.Object({ code: Type.String(), validUntil: Moment }),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/artist/tablets',
    access: 'artist',
    summary: 'Планшеты, подключённые к своему концерту',
    query: { sessionId: Id },
    /** By table. */
    answer: Type.Array(Tablet),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/artist/end-tablet',
    access: 'artist',
    summary: 'Отключить планшет от концерта',
    body: { sessionId: Id, id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  pair: endpoint({
    method: 'POST',
    path: '/tablet/pair',
    access: 'anyone',
    created: true,
    summary: 'Подключить планшет к концерту по коду с пульта',
    body: { artistUsername: Username, code: Code, table: Table },
    /** Returned only this once. */
    answer: Type.Object({ token: Type.String() }),
    refusals: ['ILLEGAL_STEP', 'TOO_MANY'],
  }),
  move: endpoint({
    method: 'POST',
    path: '/tablet/move',
    access: 'anyone',
    summary: '«Другой стол»: с этого часа планшет заказывает для него; нужен код с пульта',
    body: { token: Token, code: Code, table: Table },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'TOO_MANY'],
  }),
  look: endpoint({
    method: 'POST',
    path: '/tablet/look',
    access: 'anyone',
    priority: 'read',
    rates: ['lookOfAddress'],
    summary: 'Что планшет знает о себе и своём концерте',
    body: { token: Token },
    answer: TabletView,
    refusals: ['NOT_FOUND'],
  }),
  placeAhead: endpoint({
    method: 'POST',
    path: '/tablet/place-ahead',
    access: 'anyone',
    priority: 'read',
    rates: ['lookOfAddress'],
    summary: 'Какое место получит заказ за столом планшета и сколько ещё можно заказать',
    body: { token: Token, songId: Type.Optional(Id) },
    answer: PlaceAhead,
    refusals: ['NOT_FOUND', 'SESSION_NOT_OPEN'],
  }),
  order: endpoint({
    method: 'POST',
    path: '/tablet/order',
    access: 'anyone',
    metric: 'order',
    summary: 'Заказать песню с планшета: за его столом и без денег',
    idempotent: true,
    body: {
      token: Token,
      /** Null: the guest's own, by title and performer. */
      songId: nullable(Id),
      title: Type.String({ maxLength: 1000 }),
      artistName: Type.String({ maxLength: 1000 }),
      imageUrl: Url,
      name: Type.Optional(Type.String({ maxLength: 1000 })),
      words: Type.Optional(Type.String({ maxLength: 1000 })),
      sings: Type.Optional(Sings),
    },
    /** `place`: among the songs that wait, 1 is the next; null where it waits no more. */
    answer: Type.Object({ orderId: Id, place: nullable(Type.Integer({ minimum: 1 })) }),
    refusals: [
      'NOT_FOUND',
      'SESSION_NOT_OPEN',
      'SONG_NOT_ACCEPTED',
      'FREE_LIMIT',
      'IDEMPOTENCY_CONFLICT',
      'TOO_MANY',
    ],
  }),
}

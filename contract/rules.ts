import { Type } from '@sinclair/typebox'
import { BARRED_SONGS_MOST } from '#domain/queue/barred-songs.ts'
import { LAST_CALLS, LONGER_MINUTES } from '#domain/queue/evening-rules.ts'
import { endpoint } from './endpoint.ts'
import { EveningRules, Id, literals, Moment, nullable, QueueEntry, Session } from './shapes.ts'

/** More songs than an artist would mark by hand. */
const OPEN_SONGS_MOST = 1000

/** The rules of a concert as its artist sees them. */
const OwnRules = Type.Object({
  rules: EveningRules,
  /** The account's settings, which apply where the rules leave it to the account. */
  account: Type.Object({
    paidSongsEnabled: Type.Boolean(),
    /** Rubles. */
    minSongAmount: Type.Integer(),
    requestFavoriteSongsOnly: Type.Boolean(),
    /** The account has a number for payouts. */
    payable: Type.Boolean(),
  }),
  openSongs: Type.Array(Id),
  /** «Не играть»: the songs closed for this evening. */
  barredSongs: Type.Array(
    Type.Object({ songId: Id, title: Type.String(), artistName: Type.String() }),
  ),
  /** The code word that opens the concert's queue, and the pass that is issued for it; null where the queue is open to everybody. */
  codeWord: nullable(Type.String()),
  pass: nullable(Id),
  /** How many wrong words all guests have given for it. */
  wrongWords: Type.Integer(),
  /** Minutes; null unless the waiting songs do not fit into the concert. The pad proposes the last call once. */
  proposal: nullable(Type.Object({ minutesLeft: Type.Integer(), queueMinutes: Type.Integer() })),
})

/** «Правила вечера». */
export const rules = {
  eveningRules: endpoint({
    method: 'GET',
    path: '/artist/evening-rules',
    access: 'artist',
    summary: 'Правила своего концерта',
    query: { sessionId: Id },
    answer: OwnRules,
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  changeRules: endpoint({
    method: 'POST',
    path: '/artist/change-rules',
    access: 'artist',
    priority: 'critical',
    summary: 'Изменить правила своего концерта',
    body: {
      sessionId: Id,
      /** Omitted rules stay unchanged, so that a page older than a new rule can save. */
      rules: Type.Partial(EveningRules),
      /** Omitted: unchanged. */
      openSongs: Type.Optional(Type.Array(Id, { maxItems: OPEN_SONGS_MOST })),
      /** All songs that are not played this evening; `songId: null`: one that the artist types. Omitted: unchanged. */
      barredSongs: Type.Optional(
        Type.Array(
          Type.Object({
            songId: nullable(Id),
            title: Type.String({ maxLength: 1000 }),
            artistName: Type.String({ maxLength: 1000 }),
          }),
          { maxItems: BARRED_SONGS_MOST },
        ),
      ),
      /** The barred songs that the page showed; with them, what the host of the evening changed meanwhile is preserved. */
      knownBarred: Type.Optional(Type.Array(Id, { maxItems: BARRED_SONGS_MOST })),
      /** Null opens the evening to everybody who has its link; omitted: unchanged. */
      codeWord: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      /** Later announcements start with these rules too. */
      asDefault: Type.Optional(Type.Boolean()),
    },
    answer: OwnRules,
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP', 'TOO_MANY'],
  }),
  takeOrders: endpoint({
    method: 'POST',
    path: '/artist/orders/:state',
    access: 'pad',
    right: 'orders',
    priority: 'critical',
    summary: 'Приём заказов: открыть, последние заказы, закрыть',
    params: { state: literals(LAST_CALLS) },
    body: { sessionId: Id },
    answer: Type.Object({ state: literals(LAST_CALLS) }),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  previewRules: endpoint({
    method: 'POST',
    path: '/artist/preview-rules',
    access: 'artist',
    priority: 'read',
    summary: 'Так встала бы очередь по этим правилам',
    body: {
      sessionId: Id,
      turn: EveningRules.properties.turn,
      lock: EveningRules.properties.lock,
      byTable: Type.Optional(EveningRules.properties.byTable),
      orderAfter: Type.Optional(EveningRules.properties.orderAfter),
    },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  playLonger: endpoint({
    method: 'POST',
    path: '/artist/play-longer',
    access: 'artist',
    priority: 'critical',
    summary: 'Играем дольше: конец концерта позже',
    idempotent: true,
    body: {
      sessionId: Id,
      minutes: literals(LONGER_MINUTES),
      /** The end that the pad showed for this press, which may arrive late. */
      until: Type.Optional(Moment),
    },
    answer: Session,
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP', 'IDEMPOTENCY_CONFLICT'],
  }),
}

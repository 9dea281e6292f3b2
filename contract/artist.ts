import { Type } from '@sinclair/typebox'
import { CASH_MOST_RUBLES } from '#domain/queue/own-song.ts'
import { WAITING_MOST } from '#domain/queue/queue-steps.ts'
import { battles } from './battles.ts'
import { endpoint } from './endpoint.ts'
import { townWishes } from './follows.ts'
import { goals } from './goals.ts'
import { repertoire } from './repertoire.ts'
import { listenersWords } from './listeners-words.ts'
import { members } from './members.ts'
import { EveningSoFar } from './report.ts'
import { rules } from './rules.ts'
import { hostLink } from './host.ts'
import { secondPad } from './second-pad.ts'
import { sets } from './sets.ts'
import { signals } from './signals.ts'
import { songTexts } from './song-texts.ts'
import {
  Id,
  literals,
  Moment,
  nullable,
  PaidQueueEntry,
  QueueEntry,
  Session,
  Song,
  SongStatus,
} from './shapes.ts'

/** The entry that the pad shows as NOW when it sends «next», so that an accidental second press changes nothing. */
const expectedNowId = Type.Optional(nullable(Id))
/** The running concert that a press is meant for, so that a delayed request does not change the next concert. */
const meantFor = { sessionId: Type.Optional(Id) }
const stepRefusals = ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'] as const

export const artist = {
  ...repertoire,
  ...rules,
  ...secondPad,
  ...hostLink,
  ...listenersWords,
  ...songTexts,
  ...members,
  ...sets,
  ...signals,
  ...battles,
  ...townWishes,
  ...goals,
  updateSessionStatus: endpoint({
    method: 'POST',
    path: '/artist/update-session-status',
    access: 'artist',
    priority: 'critical',
    metric: 'status',
    summary: 'Начать или завершить концерт',
    body: {
      sessionId: Id,
      sessionStatus: literals(['NOW', 'PLAYED'] as const),
      /** The entry that sounds at the end and counts as played; without it its money goes back. */
      playedId: Type.Optional(Id),
    },
    answer: Session,
    refusals: [...stepRefusals, 'ANOTHER_CONCERT_IS_ON'],
  }),
  pause: endpoint({
    method: 'POST',
    path: '/artist/pause',
    access: 'pad',
    priority: 'critical',
    metric: 'pause',
    summary: 'Приостановить концерт',
    answer: Session,
    refusals: ['SESSION_NOT_OPEN', 'ILLEGAL_STEP'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/artist/continue',
    access: 'pad',
    priority: 'critical',
    metric: 'resume',
    summary: 'Продолжить концерт',
    answer: Session,
    refusals: ['SESSION_NOT_OPEN', 'ILLEGAL_STEP'],
  }),
  takeBreak: endpoint({
    method: 'POST',
    path: '/artist/break',
    access: 'pad',
    priority: 'critical',
    metric: 'pause',
    summary: 'Перерыв до времени, которое видят слушатели',
    body: { sessionId: Id, until: Moment },
    answer: Session,
    refusals: stepRefusals,
  }),
  nextSong: endpoint({
    method: 'POST',
    path: '/artist/next-song',
    access: 'pad',
    priority: 'critical',
    metric: 'next',
    summary: 'Следующий трек: этот сыгран, тот пошёл',
    idempotent: true,
    body: {
      /** Without a song, or with null, the first that waits. */
      songId: Type.Optional(nullable(Id)),
      /** Nothing waited on the pad: what was ordered meanwhile is not started. */
      onlyEnds: Type.Optional(Type.Literal(true)),
      expectedNowId,
      ...meantFor,
    },
    answer: Type.Array(QueueEntry),
    refusals: ['SESSION_NOT_OPEN', 'NOT_YOURS', 'ILLEGAL_STEP', 'NOW_MOVED'],
  }),
  addSong: endpoint({
    method: 'POST',
    path: '/artist/add-song',
    access: 'pad',
    priority: 'critical',
    metric: 'own_song',
    summary: 'Своя песня в очередь',
    idempotent: true,
    body: {
      sessionId: Id,
      /** The id of the new entry; a song that waits already keeps the id of its entry. */
      entryId: Id,
      /** Null: a song that the artist types. */
      songId: nullable(Id),
      title: Type.String({ maxLength: 1000 }),
      artistName: Type.String({ maxLength: 1000 }),
      /** A name or a table; only the artist sees it, also in the report. */
      forWhom: Type.Optional(Type.String({ maxLength: 1000 })),
      /** Paid to the artist in cash: only a note, no payment through this service. */
      inCash: Type.Optional(Type.Boolean()),
      /** How much, in kopecks; 0: he does not say. */
      cash: Type.Optional(Type.Integer({ minimum: 0, maximum: CASH_MOST_RUBLES * 100 })),
    },
    answer: Type.Array(QueueEntry),
    refusals: [...stepRefusals, 'SONG_NOT_ACCEPTED', 'IDEMPOTENCY_CONFLICT'],
  }),
  onTop: endpoint({
    method: 'POST',
    path: '/artist/on-top',
    access: 'pad',
    priority: 'critical',
    metric: 'top',
    summary: 'Песню в начало очереди',
    body: { songId: Id, ...meantFor },
    answer: Type.Array(QueueEntry),
    refusals: ['SESSION_NOT_OPEN', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  backToOrders: endpoint({
    method: 'POST',
    path: '/artist/back-to-orders',
    access: 'pad',
    priority: 'critical',
    metric: 'back',
    summary: 'Песню из очереди обратно в заказы, первой',
    body: { songId: Id, sessionId: Id },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  oneSongUp: endpoint({
    method: 'POST',
    path: '/artist/one-song-up',
    access: 'pad',
    priority: 'critical',
    metric: 'up',
    summary: 'Песню выше на одну',
    body: { songId: Id, ...meantFor },
    answer: Type.Array(QueueEntry),
    refusals: ['SESSION_NOT_OPEN', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  moveSong: endpoint({
    method: 'POST',
    path: '/artist/move-song',
    access: 'pad',
    priority: 'critical',
    metric: 'move',
    summary: 'Песню на другое место: в очереди или в заказах',
    /** `beforeId`: the entry of that list that it comes before; null: the end of the list. */
    body: {
      sessionId: Id,
      songId: Id,
      list: literals(['QUEUED', 'SCHEDULED'] as const),
      beforeId: nullable(Id),
    },
    answer: Type.Array(QueueEntry),
    refusals: stepRefusals,
  }),
  changeSongStatus: endpoint({
    method: 'POST',
    path: '/artist/change-song-status',
    access: 'pad',
    priority: 'critical',
    metric: 'one_song',
    summary: 'Заказ в очередь или мимо',
    /**
     * `entryId`: only this entry of the song; without it the waiting entry is meant where the song both plays and
     * waits. `interrupts`: only a song that plays (true), or only one that waits (false).
     */
    body: {
      songId: Id,
      statusSong: SongStatus,
      sessionId: Id,
      entryId: Type.Optional(Id),
      interrupts: Type.Optional(Type.Boolean()),
    },
    answer: QueueEntry,
    refusals: stepRefusals,
  }),
  updateSessionSongList: endpoint({
    method: 'POST',
    path: '/artist/update-session-songList',
    access: 'artist',
    priority: 'critical',
    metric: 'list',
    summary: 'Список заказов: ровно эти песни в этом порядке',
    body: {
      sessionId: Id,
      idList: Type.Array(Id, { maxItems: WAITING_MOST }),
      /** The songs that the editor saw among the orders when editing began; with them, changes made meanwhile are preserved. */
      knownIds: Type.Optional(Type.Array(Id, { maxItems: 2 * WAITING_MOST })),
    },
    answer: Type.Array(Song),
    refusals: stepRefusals,
  }),
  lastPlayed: endpoint({
    method: 'GET',
    path: '/artist/last-played',
    access: 'pad',
    priority: 'critical',
    summary: 'Песня, которую ещё можно вернуть',
    query: { sessionId: Id },
    /** Null where the grace of the last played song is over. */
    answer: nullable(
      Type.Composite([PaidQueueEntry, Type.Object({ undoSeconds: Type.Integer({ minimum: 1 }) })]),
    ),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  undoPlayed: endpoint({
    method: 'POST',
    path: '/artist/undo-played',
    access: 'pad',
    priority: 'critical',
    metric: 'undo',
    summary: 'Вернуть: только что сыгранная песня снова играет',
    body: { sessionId: Id, entryId: Id },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  evening: endpoint({
    method: 'GET',
    path: '/artist/evening',
    access: 'pad',
    summary: 'Что сыграно за вечер и чем поблагодарили',
    query: { sessionId: Id },
    answer: EveningSoFar,
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  queue: endpoint({
    method: 'GET',
    path: '/artist/queue',
    access: 'pad',
    priority: 'critical',
    summary: 'Очередь своего концерта с суммами',
    query: { sessionId: Id },
    answer: Type.Array(PaidQueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}

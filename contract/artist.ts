import { Type } from '@sinclair/typebox'
import { WAITING_MOST } from '#domain/queue.ts'
import { endpoint } from './endpoint.ts'
import { repertoireImport } from './repertoire-import.ts'
import {
  Id,
  literals,
  nullable,
  PaidQueueEntry,
  QueueEntry,
  Session,
  Song,
  SongStatus,
  Url,
} from './shapes.ts'

/** What the pad sends with «next»: the entry that it believes is NOW, so that a second press by mistake changes nothing. */
const expectedNowId = Type.Optional(nullable(Id))
/** The running concert that a press is meant for, so that one held up on the way does not reach the next concert. */
const meantFor = { sessionId: Type.Optional(Id) }
const stepRefusals = ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'] as const

export const artist = {
  ...repertoireImport,
  updateSessionStatus: endpoint({
    method: 'POST',
    path: '/artist/update-session-status',
    access: 'artist',
    summary: 'Начать или завершить концерт',
    body: { sessionId: Id, sessionStatus: literals(['NOW', 'PLAYED'] as const) },
    answer: Session,
    refusals: [...stepRefusals, 'ANOTHER_CONCERT_IS_ON'],
  }),
  pause: endpoint({
    method: 'POST',
    path: '/artist/pause',
    access: 'artist',
    summary: 'Приостановить концерт',
    answer: Session,
    refusals: ['SESSION_NOT_OPEN', 'ILLEGAL_STEP'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/artist/continue',
    access: 'artist',
    summary: 'Продолжить концерт',
    answer: Session,
    refusals: ['SESSION_NOT_OPEN', 'ILLEGAL_STEP'],
  }),
  nextSong: endpoint({
    method: 'POST',
    path: '/artist/next-song',
    access: 'artist',
    summary: 'Следующий трек: этот сыгран, тот пошёл',
    body: { songId: nullable(Id), expectedNowId, ...meantFor },
    answer: Type.Array(QueueEntry),
    refusals: ['SESSION_NOT_OPEN', 'NOT_YOURS', 'ILLEGAL_STEP', 'NOW_MOVED'],
  }),
  onTop: endpoint({
    method: 'POST',
    path: '/artist/on-top',
    access: 'artist',
    summary: 'Песню в начало очереди',
    body: { songId: Id, ...meantFor },
    answer: Type.Array(QueueEntry),
    refusals: ['SESSION_NOT_OPEN', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  oneSongUp: endpoint({
    method: 'POST',
    path: '/artist/one-song-up',
    access: 'artist',
    summary: 'Песню выше на одну',
    body: { songId: Id, ...meantFor },
    answer: Type.Array(QueueEntry),
    refusals: ['SESSION_NOT_OPEN', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  changeSongStatus: endpoint({
    method: 'POST',
    path: '/artist/change-song-status',
    access: 'artist',
    summary: 'Заказ в очередь или мимо',
    body: { songId: Id, statusSong: SongStatus, sessionId: Id },
    answer: QueueEntry,
    refusals: stepRefusals,
  }),
  updateSessionSongList: endpoint({
    method: 'POST',
    path: '/artist/update-session-songList',
    access: 'artist',
    summary: 'Список заказов: ровно эти песни в этом порядке',
    body: {
      sessionId: Id,
      idList: Type.Array(Id, { maxItems: WAITING_MOST }),
      /** The waiting songs that the editor saw when he began: with them, what moved meanwhile is kept. */
      knownIds: Type.Optional(Type.Array(Id, { maxItems: 2 * WAITING_MOST })),
    },
    answer: Type.Array(Song),
    refusals: stepRefusals,
  }),
  addFavorite: endpoint({
    method: 'POST',
    path: '/artist/add-new-favorite-list',
    access: 'artist',
    summary: 'Добавить песню в репертуар',
    body: {
      songId: nullable(Id),
      title: Type.String({ maxLength: 1000 }),
      imageUrl: Url,
      artistName: Type.String({ maxLength: 1000 }),
    },
    answer: Song,
    refusals: ['VALIDATION', 'NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  removeFavorite: endpoint({
    method: 'DELETE',
    path: '/artist/delete-song-from-favorite-list',
    access: 'artist',
    summary: 'Убрать песню из репертуара',
    query: { songId: Id },
    answer: Type.Boolean(),
  }),
  lastPlayed: endpoint({
    method: 'GET',
    path: '/artist/last-played',
    access: 'artist',
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
    access: 'artist',
    summary: 'Вернуть: последняя сыгранная песня снова играет',
    body: { sessionId: Id, entryId: Id },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  queue: endpoint({
    method: 'GET',
    path: '/artist/queue',
    access: 'artist',
    summary: 'Очередь своего концерта с суммами',
    query: { sessionId: Id },
    answer: Type.Array(PaidQueueEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}

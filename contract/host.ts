import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { BARRED_SONGS_MOST } from '#domain/queue/barred-songs.ts'
import { endpoint } from './endpoint.ts'
import { ConcertStatus, Id, Moment, nullable, QueueEntry, SongStatus, Username } from './shapes.ts'

const song = { songId: Id, title: Type.String(), artistName: Type.String() }

/** A song of the host's lists. */
const wanted = {
  /** Made by his page. */
  id: Id,
  ...song,
  /** Of its entry in the queue; null until it has one. */
  status: nullable(SongStatus),
}
const moment = { ...wanted, moment: Type.String(), words: Type.String() }

const HostSong = Type.Object(wanted)
const HostMoment = Type.Object(moment)
type HostSong = Static<typeof HostSong>
type HostMoment = Static<typeof HostMoment>

/** What the host of an evening sees. */
const HostView = Type.Object({
  session: Type.Object({
    id: Id,
    title: Type.String(),
    artistUsername: Username,
    artistName: Type.String(),
    dateTimeStart: Moment,
    timeZone: Type.String(),
    sessionStatus: ConcertStatus,
    /** Nobody else sees it yet. */
    unpublished: Type.Boolean(),
    /** The pass of a closed evening. */
    pass: nullable(Id),
  }),
  /** The artist has closed the lists: they can be read, not changed. */
  closed: Type.Boolean(),
  /** «Обязательно сыграть». */
  songs: Type.Array(HostSong),
  /** «Моменты»: a song with its moment and a dedication. */
  moments: Type.Array(HostMoment),
  /** «Не играть». */
  barred: Type.Array(Type.Object(song)),
  /** Without any sums. */
  queue: Type.Array(Type.Omit(QueueEntry, ['collected', 'goal', 'minSongAmount'])),
})
export type HostView = Static<typeof HostView>

/** The link as the artist sees it, and what the host wrote. */
const HostOfArtist = Type.Object({
  /** Null where there is none; `opened`: a phone has followed it. */
  link: nullable(Type.Object({ opened: Type.Boolean(), closed: Type.Boolean() })),
  songs: Type.Array(HostSong),
  /** Both texts are empty where the word filter holds them back. */
  moments: Type.Array(Type.Object({ ...moment, held: Type.Boolean() })),
})
export type HostOfArtist = Static<typeof HostOfArtist>

/** «Хозяин вечера»: a link for weddings and parties, without rights on the pad. */
export const hostLink = {
  host: endpoint({
    method: 'GET',
    path: '/artist/host',
    access: 'artist',
    summary: 'Ссылка хозяина вечера и что он записал',
    query: { sessionId: Id },
    answer: HostOfArtist,
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  makeHostLink: endpoint({
    method: 'POST',
    path: '/artist/host-link',
    access: 'artist',
    created: true,
    summary: 'Ссылка, по которой открываются списки хозяина вечера; прежняя больше не открывается',
    body: { sessionId: Id },
    /** The link is returned only this once; `qr` is an SVG that leads there. */
    answer: Type.Object({ link: Type.String(), qr: Type.String() }),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  closeHostLists: endpoint({
    method: 'POST',
    path: '/artist/host-lists',
    access: 'artist',
    summary: 'Закрыть или снова открыть списки хозяина вечера',
    body: { sessionId: Id, closed: Type.Boolean() },
    answer: HostOfArtist,
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  revokeHostLink: endpoint({
    method: 'POST',
    path: '/artist/host-link/revoke',
    access: 'artist',
    summary: 'Отозвать ссылку хозяина вечера; его списки остаются',
    body: { sessionId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  openMoment: endpoint({
    method: 'POST',
    path: '/artist/host-moment',
    access: 'artist',
    summary: 'Показать слова момента, которые скрыл фильтр слов',
    body: { sessionId: Id, id: Id },
    answer: HostOfArtist,
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}

/** `songId: null`: one that the host types. */
const chosen = {
  songId: nullable(Id),
  title: Type.String({ maxLength: 1000 }),
  artistName: Type.String({ maxLength: 1000 }),
}
/** Longer lists are refused with their limit. */
const LIST = { maxItems: 200 }

/** The calls of the host's page; its token names the concert. */
export const host = {
  view: endpoint({
    method: 'GET',
    path: '/host',
    access: 'host',
    rates: ['hostOfAddress'],
    summary: 'Вечер, который ведёт хозяин: его списки, очередь и заказы',
    answer: HostView,
  }),
  saveSongs: endpoint({
    method: 'POST',
    path: '/host/songs',
    access: 'host',
    rates: ['hostSaveOfAddress'],
    summary: 'Записать «Обязательно сыграть» и «Моменты»',
    body: {
      songs: Type.Array(Type.Object({ id: Id, ...chosen }), LIST),
      moments: Type.Array(
        Type.Object({
          id: Id,
          ...chosen,
          moment: Type.String({ maxLength: 1000 }),
          words: Type.String({ maxLength: 2000 }),
        }),
        LIST,
      ),
      /** What the page knew of both lists: what another phone added or took out meanwhile stays so. */
      knownIds: Type.Array(Id, { maxItems: 400 }),
    },
    answer: HostView,
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  saveBarred: endpoint({
    method: 'POST',
    path: '/host/barred',
    access: 'host',
    rates: ['hostSaveOfAddress'],
    summary: 'Добавить и убрать песни из «Не играть»',
    body: {
      add: Type.Array(Type.Object(chosen), { maxItems: BARRED_SONGS_MOST }),
      remove: Type.Array(Id, { maxItems: BARRED_SONGS_MOST }),
    },
    answer: HostView,
    refusals: ['ILLEGAL_STEP'],
  }),
}

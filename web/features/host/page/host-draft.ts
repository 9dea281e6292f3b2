import type { BodyOf } from '#contract/endpoint.ts'
import type { HostView } from '#contract/host.ts'
import type { api } from '#contract/index.ts'
import { keyOf, rebased } from '#web/parts/songs/named-songs.ts'
import type { NamedSong } from '#web/parts/songs/named-songs.ts'

type SongsBody = BodyOf<typeof api.host.saveSongs>
type BarredBody = BodyOf<typeof api.host.saveBarred>

/** `songId: null` until the server has stored what was typed. */
export type SongOfHost = SongsBody['songs'][number]
export type MomentOfHost = SongsBody['moments'][number]
type BarredSong = BarredBody['add'][number]

export type HostLists = {
  readonly songs: readonly SongOfHost[]
  readonly moments: readonly MomentOfHost[]
  readonly barred: readonly BarredSong[]
}

/** What the host changed and the server has not got yet. */
export type HostDraft = {
  readonly lists: HostLists
  /** The lists of the server that they began with. */
  readonly base: HostLists
}

const songOf = ({ id, songId, title, artistName }: SongOfHost): SongOfHost => ({
  id,
  songId,
  title,
  artistName,
})
const momentOf = (one: MomentOfHost): MomentOfHost => ({
  ...songOf(one),
  moment: one.moment,
  words: one.words,
})

/** The lists as the server has them. */
export function listsOf({ songs, moments, barred }: HostView): HostLists {
  return {
    songs: songs.map(songOf),
    moments: moments.map(momentOf),
    barred: barred.map(({ songId, title, artistName }) => ({ songId, title, artistName })),
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The lists after a change, with what they began with; null where nothing is left to send. */
export function withChange(
  draft: HostDraft | null,
  base: HostLists,
  change: Partial<HostLists>,
): HostDraft | null {
  const began = draft?.base ?? base
  const lists = { ...(draft?.lists ?? base), ...change }
  return same(lists, began) ? null : { lists, base: began }
}

/** The call of «Обязательно сыграть» and «Моменты»; null where they are as they were. */
export function songsToSend({ lists, base }: HostDraft): SongsBody | null {
  const { songs, moments } = lists
  if (same([songs, moments], [base.songs, base.moments])) return null
  const knownIds = [...base.songs, ...base.moments].map(({ id }) => id)
  return { songs: [...songs], moments: [...moments], knownIds }
}

/** The call of «Не играть»; null where it is as it was. */
export function barredToSend({ lists, base }: HostDraft): BarredBody | null {
  const before = new Set(base.barred.map(keyOf))
  const after = new Set(lists.barred.map(keyOf))
  const add = lists.barred.filter((song) => !before.has(keyOf(song)))
  const remove = base.barred.flatMap((song) => (after.has(keyOf(song)) ? [] : (song.songId ?? [])))
  return add.length + remove.length === 0 ? null : { add, remove }
}

/** The calls in their order: what leaves «Не играть» may be wanted now, and what was wanted may be barred. */
export function callsToSend(draft: HostDraft): ({ songs: SongsBody } | { barred: BarredBody })[] {
  const songs = songsToSend(draft)
  const { add, remove } = barredToSend(draft) ?? { add: [], remove: [] }
  return [
    ...(remove.length === 0 ? [] : [{ barred: { add: [], remove } }]),
    ...(songs === null ? [] : [{ songs }]),
    ...(add.length === 0 ? [] : [{ barred: { add, remove: [] } }]),
  ]
}

/**
 * What is left to send once `sent` was answered: nothing, or what the host changed meanwhile, on top of what the server
 * has now.
 */
export function afterAnswer(now: HostDraft, sent: HostLists, base: HostLists): HostDraft | null {
  if (same(now.lists, sent)) return null
  const lists = {
    songs: rebased(now.lists.songs, sent.songs, base.songs, idOf),
    moments: rebased(now.lists.moments, sent.moments, base.moments, idOf),
    barred: rebased(now.lists.barred, sent.barred, base.barred, keyOf),
  }
  return same(lists, base) ? null : { lists, base }
}

const idOf = ({ id }: SongOfHost) => id

/** A song that the lists have already; null where they have not. */
export function placeOf(lists: HostLists, song: NamedSong): string | null {
  const key = keyOf(song)
  const isThere = (one: NamedSong) => keyOf(one) === key
  if (lists.songs.some(isThere)) return 'В обязательных'
  if (lists.moments.some(isThere)) return 'В моментах'
  return lists.barred.some(isThere) ? 'В «Не играть»' : null
}

/** A draft as this device stored it; null where it is none. */
export function readDraft(text: string | null): HostDraft | null {
  const draft = parsed(text) as HostDraft | null
  return draft?.lists?.songs && draft.base?.songs ? draft : null
}

/** What the form of a moment has, in no list yet; `id` is that of the moment that it makes or changes. */
export type HalfMoment = Pick<MomentOfHost, 'id' | 'moment' | 'words'> & {
  readonly song: NamedSong | null
}

/** The form as this device stored it; null where none was open. */
export function readHalf(text: string | null): HalfMoment | null {
  const half = parsed(text) as HalfMoment | null
  return half?.id ? half : null
}

/** Whether the form has something that the lists have not. */
export function isUnfinished(half: HalfMoment | null, { moments }: HostLists): boolean {
  if (half === null) return false
  const { moment, words, ...song } = moments.find(({ id }) => id === half.id) ?? NO_MOMENT
  const texts = [half.song === null ? '' : keyOf(half.song), half.moment, half.words]
  return !same(texts, [song.title === '' ? '' : keyOf(song), moment, words])
}

const NO_MOMENT = { songId: null, title: '', artistName: '', moment: '', words: '' }

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

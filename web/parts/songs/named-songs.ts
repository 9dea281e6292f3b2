import { songKey } from '#packages/song-search/song-text.ts'

/** `songId: null` until the server has stored what was typed. */
export type NamedSong = {
  songId: string | null
  title: string
  artistName: string
}

export const keyOf = ({ title, artistName }: NamedSong) => songKey(title, artistName)

/** A list that was changed while `sent` was on its way: with what others added, without what they took out, and with the songs that the server found. */
export function rebased<Song extends NamedSong>(
  list: readonly Song[],
  sent: readonly Song[],
  answered: readonly Song[],
  nameOf: (song: Song) => string,
): Song[] {
  const wasSent = new Set(sent.map(nameOf))
  const found = new Map(answered.map((song) => [nameOf(song), song]))
  const kept = list.filter((song) => found.has(nameOf(song)) || !wasSent.has(nameOf(song)))
  const had = new Set([...wasSent, ...list.map(nameOf)])
  const came = answered.filter((song) => !had.has(nameOf(song)))
  const stored = kept.map((song) =>
    song.songId === null ? { ...song, ...named(found.get(nameOf(song)) ?? song) } : song,
  )
  return [...stored, ...came]
}

const named = ({ songId, title, artistName }: NamedSong): NamedSong => ({
  songId,
  title,
  artistName,
})

import type { QueueEntry } from '#contract/shapes.ts'

export type BattleSong = Pick<QueueEntry, 'songId' | 'title' | 'artistName'>

/** Songs that wait come first: they are what the hall has asked for. */
export function offeredSongs(
  queue: readonly (BattleSong & Pick<QueueEntry, 'status'>)[],
  found: readonly BattleSong[],
  typed: string,
): readonly BattleSong[] {
  const fits = ({ title, artistName }: BattleSong) =>
    `${title} ${artistName}`.toLowerCase().includes(typed.toLowerCase())
  const waits = queue.filter((song) => song.status !== 'NOW' && fits(song))
  const all: readonly BattleSong[] = [...waits, ...found]
  return all.filter((song, at) => all.findIndex(({ songId }) => songId === song.songId) === at)
}

import type { arrange, Behind } from './arrangement.ts'
import type { Entry, Queue, SongStatus } from './queue.ts'

export type BackedSong = Entry & { readonly behind: Behind }
export type Turn = Parameters<typeof arrange>[1]

let clock = 0
export const song = (
  songId: string,
  people = '',
  amount = 0,
  status: SongStatus = 'SCHEDULED',
): BackedSong => ({
  id: songId,
  songId,
  status,
  behind: { people: people.split(''), amount, arrivedAt: ++clock },
})
export const ids = (queue: Queue<BackedSong>) => queue.map(({ id }) => id).join(' ')
export const circle: Turn = { turn: 'circle', lock: 0 }
export const contribution: Turn = { turn: 'contribution', lock: 0 }

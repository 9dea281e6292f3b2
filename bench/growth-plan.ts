import type { GrowthSize } from './growth-world.ts'
import { SHORT } from './short.ts'

/** The smallest site; the other sizes are multiples of it. */
const SMALLEST = SHORT
  ? { songs: 60, artists: 6, concerts: 12 }
  : { songs: 1000, artists: 100, concerts: 100 }

const TIMES = SHORT ? [1, 2] : [1, 10, 100]

const SIZES: readonly GrowthSize[] = TIMES.map((times) => ({
  times,
  songs: SMALLEST.songs * times,
  artists: SMALLEST.artists * times,
  concerts: SMALLEST.concerts * times,
  runningConcerts: times,
}))

/** The embedded database is for one hall of one site: a hundred times the data is measured on a server only. */
const EMBEDDED_TIMES = 10

export const DATABASES = SHORT ? (['embedded'] as const) : (['embedded', 'postgres'] as const)

export const sizesOf = (database: (typeof DATABASES)[number]): readonly GrowthSize[] =>
  database === 'postgres' ? SIZES : SIZES.filter(({ times }) => times <= EMBEDDED_TIMES)

/** The amount of each kind of work. */
export const PLAN = SHORT
  ? {
      requests: 40,
      orders: 40,
      rounds: 1,
      starts: 0,
      pageSeconds: 0.1,
      listeners: 40,
      turns: 3,
      restMs: 100,
    }
  : {
      requests: 800,
      orders: 500,
      rounds: 2,
      starts: 2,
      pageSeconds: 1.5,
      listeners: 1000,
      turns: 15,
      restMs: 4000,
    }

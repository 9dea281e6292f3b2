import type { Keepsake } from '#contract/keepsake.ts'
import type { SetlistSong } from '#contract/shapes.ts'

/** Names one performance: a song may have sounded for others, too. */
export const performanceOf = ({ songId, startedAt }: Pick<SetlistSong, 'songId' | 'startedAt'>) =>
  `${songId} ${startedAt === null ? '' : Date.parse(startedAt)}`

/** The performances of the orders that were played. */
export const ownPerformances = (
  orders: readonly Pick<Keepsake['orders'][number], 'songId' | 'startedAt' | 'state'>[],
): ReadonlySet<string> =>
  new Set(orders.filter(({ state }) => state === 'PLAYED').map(performanceOf))

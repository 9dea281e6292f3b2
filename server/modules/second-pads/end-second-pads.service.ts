import type { Context } from '#server/context.ts'
import { removeSecondPads } from './second-pads.store.ts'

/** Calls back every second pad of an artist, with his logins. */
export const endSecondPads = ({ sql }: Pick<Context, 'sql'>, artistId: string) =>
  removeSecondPads(sql, artistId)

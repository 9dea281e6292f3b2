import type { Context } from '#server/context.ts'
import { removeKeys } from './machine-keys.store.ts'

/** Ends all keys of an artist, with his logins. */
export const endKeys = ({ sql }: Pick<Context, 'sql'>, artistId: string) =>
  removeKeys(sql, artistId)

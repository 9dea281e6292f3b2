import type { Context } from '#server/context.ts'
import { removeKeys } from './machine-keys.store.ts'

/** Ends all keys of an artist, with his logins: who stole the account may have made one. */
export const endKeys = ({ sql }: Context, artistId: string) => removeKeys(sql, artistId)

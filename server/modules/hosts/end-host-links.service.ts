import type { Context } from '#server/context.ts'
import { removeLinks } from './hosts.store.ts'

/** Calls back the host's link of every concert of an artist, with his logins; what the hosts wrote stays. */
export const endHostLinks = ({ sql }: Pick<Context, 'sql'>, artistId: string) =>
  removeLinks(sql, artistId)

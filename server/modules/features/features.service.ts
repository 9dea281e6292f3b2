import { noArtist, usernameKey } from '#domain/accounts/account.ts'
import type { FlagName } from '#domain/flags.ts'
import { FLAGS, flagValue, isFlag } from '#domain/flags.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { afterCommit } from '#server/platform/db/tx.ts'
import { allSetFlags, dropFlag, saveFlagForAll, saveFlagForArtist } from './features.store.ts'

type FlagState = {
  name: FlagName
  byDefault: boolean
  /** What an admin set, or null. */
  forAll: boolean | null
  forArtists: { username: string; enabled: boolean }[]
}

/** Whether the flag is on, for the given artist if any; an unknown flag is off. */
export async function isFlagOn(
  { flags }: Context,
  name: string,
  username?: string,
): Promise<boolean> {
  if (!isFlag(name)) return false
  const { forAll, forArtists } = await flags.read(name)
  return flagValue({ forAll, forArtist: forArtists.get(usernameKey(username ?? '') ?? '') }, name)
}

/** Refuses NOT_FOUND for an unknown flag. */
export async function setFlagForAll(ctx: Context, name: string, enabled: boolean): Promise<void> {
  const flag = knownFlag(name)
  await saveFlagForAll(ctx.sql, flag, enabled)
  afterCommit(ctx.sql, () => ctx.flags.forget(flag))
}

/** Refuses NOT_FOUND for an unknown flag. */
export function knownFlag(name: string): FlagName {
  if (!isFlag(name)) throw new Refusal('NOT_FOUND', 'Такого флага нет')
  return name
}

/** Refuses NOT_FOUND for an unknown flag or artist. */
export async function setFlagForArtist(
  ctx: Context,
  name: string,
  username: string,
  enabled: boolean,
): Promise<void> {
  const flag = knownFlag(name)
  if (!(await saveFlagForArtist(ctx.sql, { name: flag, username, enabled })))
    throw noArtist('username')
  afterCommit(ctx.sql, () => ctx.flags.forget(flag))
}

/** Every flag with its settings, read from the database, not the cache. */
export async function listFlags({ sql }: Context): Promise<FlagState[]> {
  const set = await allSetFlags(sql)
  return Object.entries(FLAGS).map(([flag, byDefault]) => {
    const own = set.filter(({ name }) => name === flag)
    return {
      name: flag as FlagName,
      byDefault,
      forAll: own.find(({ username }) => username === null)?.enabled ?? null,
      forArtists: own.flatMap(({ username, enabled }) =>
        username === null ? [] : [{ username, enabled }],
      ),
    }
  })
}

/** Removes a setting: for all, or for one artist. Refuses NOT_FOUND for an unknown flag, and when nothing was set. */
export async function resetFlag(ctx: Context, name: string, username?: string): Promise<void> {
  const flag = knownFlag(name)
  if (!(await dropFlag(ctx.sql, { name: flag, username })))
    throw new Refusal('NOT_FOUND', 'Такой настройки нет')
  afterCommit(ctx.sql, () => ctx.flags.forget(flag))
}

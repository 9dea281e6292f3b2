import { randomUUIDv7 } from 'node:crypto'
import { api } from '#contract/index.ts'
import { admitMachineKey, checkKeyName, checkKeyRights, KEY_PREFIX } from '#domain/machine-keys.ts'
import type { KeyRight } from '#domain/machine-keys.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { hashToken, lockLogin, newToken } from '../accounts/tokens.service.ts'
import type { LoggedIn } from '../accounts/tokens.service.ts'
import { addKey, holderOf, keysOf, markUsed, removeKey } from './machine-keys.store.ts'

/** Keys for machines: whose each is, and what may be done with it. */
export const machineKeys: Module = {
  routes: (ctx) => [
    on(api.machineKeys.list, async ({ artist }) =>
      (await keysOf(ctx.sql, artist.id)).map(({ createdAt, usedAt, ...key }) => ({
        ...key,
        madeAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),
    ),
    on(api.machineKeys.add, ({ artist, body }) => createKey(ctx, artist, body)),
    on(api.machineKeys.end, async ({ artist, body }) => {
      if (!(await removeKey(ctx.sql, artist.id, body.id)))
        throw new Refusal('NOT_FOUND', 'Этот ключ уже отключён')
      return true
    }),
  ],
  authenticate: holderOfKey,
}

/** When a key was last used is stored this often. */
const USED_STEP_MS = MINUTE_MS

/** The key itself is returned only here. Refuses VALIDATION at `name` and `rights`, ILLEGAL_STEP where there are too many. */
async function createKey(
  ctx: Context,
  artist: LoggedIn,
  asked: { readonly name: string; readonly rights: readonly KeyRight[] },
): Promise<{ id: string; key: string }> {
  const key = KEY_PREFIX + newToken()
  const id = randomUUIDv7()
  const row = {
    id,
    artistId: artist.id,
    name: checkKeyName(asked.name),
    rights: checkKeyRights(asked.rights),
    tokenHash: hashToken(key),
    createdAt: ctx.now(),
  }
  await transaction(ctx, async (inside) => {
    await lockLogin(inside, artist)
    admitMachineKey((await keysOf(inside.sql, artist.id)).length)
    await addKey(inside.sql, row)
  })
  return { id, key }
}

/** Returns whom a key acts for; null for any other token and for a key that was ended. */
async function holderOfKey({ sql, now }: Context, token: string) {
  if (!token.startsWith(KEY_PREFIX)) return null
  const hash = hashToken(token)
  const holder = await holderOf(sql, hash)
  if (holder === undefined) return null
  const { id, name, rights, concertId, pass, createdAt, usedAt, artistId, username } = holder
  const at = now()
  if (usedAt === null || at.getTime() - usedAt.getTime() >= USED_STEP_MS)
    await markUsed(sql, id, at)
  return {
    id: artistId,
    username,
    role: 'ARTIST' as const,
    token: { hash, openedAt: createdAt, provedAt: null },
    secondPad: { id, name, concertId, running: concertId !== null, pass, rights },
  }
}

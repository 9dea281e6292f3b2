import { checkNewUsername, keptUsername, USERNAME_KEPT_MS } from '#domain/accounts/new-username.ts'
import { checkTogether } from '#domain/fields.ts'
import { letter } from '#domain/letter.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/context.ts'
import { brokeUnique, lockArtistRow } from '#server/platform/db/tx.ts'
import { mailOwner } from './mailer.service.ts'
import { provePassword } from './new-password.service.ts'
import {
  endOldLinks,
  forgetUsernames,
  isReserved,
  keepUsername,
  nameOf,
  rename,
} from './usernames.store.ts'

/**
 * Saves another nickname; links with the former one lead to it, and the owner gets an e-mail. The caller limits the
 * rate. Refuses VALIDATION at `username` and `currentPassword`, and TOO_MANY after many wrong passwords.
 */
export async function changeUsername(
  ctx: Context,
  artistId: string,
  wish: { username: string; currentPassword: string; address: string },
): Promise<string> {
  const known = await nameOf(ctx.sql, artistId)
  checkTogether({
    username: () => checkNewUsername(wish.username, known, ctx.now()),
    current: () => {
      if (wish.currentPassword === '')
        throw new Refusal('VALIDATION', 'Введите текущий пароль', 'currentPassword')
    },
  })
  await provePassword(ctx, artistId, wish.currentPassword)
  const to = wish.username
  const from = await transaction(ctx, async ({ sql, now }) => {
    await lockArtistRow(sql, artistId)
    const before = await nameOf(sql, artistId)
    checkNewUsername(to, before, now())
    await rename(sql, artistId, { from: before.username, to, at: now() })
    // After the update, to see an artist who left the nickname at the same moment.
    const key = to.toLowerCase()
    if (await isReserved(sql, { key, artistId, at: now() })) throw keptUsername()
    await endOldLinks(sql, key, artistId)
    return before.username
  }).catch((error: unknown) => {
    if (brokeUnique(error, 'artists_username_key_key'))
      throw new Refusal('VALIDATION', 'Никнейм занят', 'username')
    throw error
  })
  ctx.names.changed()
  mailOwner(ctx, artistId, wish.address, (circumstances) =>
    letter('Никнейм изменён', [
      `Никнейм вашей страницы в «Бисе» изменён: был ${from}, теперь ${to}.`,
      `Новый адрес страницы: ${ctx.publicUrl}/user/${to}`,
      'Прежние ссылки, QR-коды и календари ведут на неё. Входить нужно с новым никнеймом или почтой.',
      ...circumstances,
      '',
      'Если это были не вы, задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
    ]),
  )
  return to
}

/** Keeps the nickname of an account that is erased: nobody takes it for a year. */
export const reserveUsername = ({ sql, now }: Context, artistId: string, username: string) =>
  keepUsername(sql, artistId, username, now())

/** Ends what `reserveUsername` keeps, with the earlier nicknames of such accounts. */
export const forgetKeptUsernames = ({ sql, now }: Context) =>
  forgetUsernames(sql, new Date(now().getTime() - USERNAME_KEPT_MS))

import { usernameKey } from '#domain/accounts/account.ts'
import { checkNewUsername, keptUsername } from '#domain/accounts/new-username.ts'
import { checkTogether } from '#domain/fields.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { brokeUnique, lockArtistRow, inTransaction } from '#server/platform/db/tx.ts'
import type { Accounts } from './accounts.service.ts'
import type { CurrentNames } from './current-names.ts'
import { endOldLinks, isReserved, nameOf, rename } from './usernames.store.ts'

type UsernamesDeps = {
  sql: Sql
  now: () => Date
  accounts: Pick<Accounts, 'provePassword' | 'mailOwner'>
  names: Pick<CurrentNames, 'changed'>
  publicUrl: string
}

/** Changes an artist's nickname. */
export function makeUsernames({ sql, now, accounts, names, publicUrl }: UsernamesDeps) {
  return {
    /**
     * Saves another nickname; links with the former one lead to it, and the owner gets an e-mail. The caller limits the
     * rate. Refuses VALIDATION at `username` and `currentPassword`, and TOO_MANY after many wrong passwords.
     */
    async change(
      artistId: string,
      wish: { username: string; currentPassword: string; address: string },
    ): Promise<string> {
      const known = await nameOf(sql, artistId)
      checkTogether({
        username: () => checkNewUsername(wish.username, known, now()),
        current: () => {
          if (wish.currentPassword === '')
            throw new Refusal('VALIDATION', 'Введите текущий пароль', 'currentPassword')
        },
      })
      await accounts.provePassword(artistId, wish.currentPassword)
      const to = wish.username
      const from = await inTransaction(sql, async (tx) => {
        await lockArtistRow(tx, artistId)
        const before = await nameOf(tx, artistId)
        checkNewUsername(to, before, now())
        await rename(tx, artistId, { from: before.username, to, at: now() })
        // After the update, to see an artist who left the nickname at the same moment.
        const key = to.toLowerCase()
        if (await isReserved(tx, { key, artistId, at: now() })) throw keptUsername()
        await endOldLinks(tx, key, artistId)
        return before.username
      }).catch((error: unknown) => {
        if (brokeUnique(error, 'artists_username_key_key'))
          throw new Refusal('VALIDATION', 'Никнейм занят', 'username')
        throw error
      })
      names.changed()
      accounts.mailOwner(artistId, wish.address, (circumstances) => ({
        subject: 'Никнейм изменён',
        text: [
          'Здравствуйте!',
          '',
          `Никнейм вашей страницы в «Бисе» изменён: был ${from}, теперь ${to}.`,
          `Новый адрес страницы: ${publicUrl}/user/${to}`,
          'Прежние ссылки, QR-коды и календари ведут на неё. Входить нужно с новым никнеймом или почтой.',
          ...circumstances,
          '',
          'Если это были не вы, задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
          '',
          '«Бис»',
        ].join('\n'),
      }))
      return to
    },
  }
}

export type Usernames = ReturnType<typeof makeUsernames>

import type { Sql } from '../../platform/db/open.ts'
import { accountEmail } from './accounts.store.ts'
import type { Courier } from './mailer.ts'
import { circumstancesOf } from './letters.ts'
import type { LetterText } from './letters.ts'

export type TellOwner = ReturnType<typeof makeOwnerLetters>

/** Writes to the owner of an account what was done with it: he may not be the one who did it. */
export function makeOwnerLetters(deps: {
  sql: Sql
  now: () => Date
  courier: Courier
  placeOf: (address: string) => Promise<string>
}) {
  /**
   * Sends `letter` when the answer has gone; it is given the lines that say when and from where.
   * `lost` is called where it could not leave.
   */
  return function tellOwner(
    artistId: string,
    address: string,
    letter: (circumstances: readonly string[]) => LetterText,
    lost?: () => Promise<void>,
  ): void {
    const at = deps.now()
    const write = async () => ({
      to: await accountEmail(deps.sql, artistId),
      ...letter(circumstancesOf(at, await deps.placeOf(address))),
    })
    deps.courier.post(write, lost)
  }
}

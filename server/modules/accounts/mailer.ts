import { Refusal } from '#domain/refusal.ts'
import type { Letter, Mail } from '../../integrations/mail/mail.ts'
import type { Sql } from '../../platform/db/open.ts'
import { accountEmail } from './accounts.store.ts'
import { circumstancesOf } from './letters.ts'
import type { LetterText } from './letters.ts'

export type CourierLog = { error(fields: object, sentence: string): void }

/** Takes letters that no answer waits for. */
export function makeCourier(mail: Mail, log: CourierLog) {
  const underway = new Set<Promise<void>>()

  async function carry(
    write: () => Promise<Letter> | Letter,
    lost: () => Promise<void>,
  ): Promise<void> {
    // After the answer: how long a letter takes must not tell whether there was one.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      await mail.send(await write())
    } catch (error) {
      // A way of sending logs its own troubles, and only in its refusal no address stands.
      if (!(error instanceof Refusal)) log.error({}, 'a bug lost a letter')
      await lost()
    }
  }

  return {
    /** Writes a letter and sends it when the answer has gone; `lost` is called where it could not leave. */
    post(write: () => Promise<Letter> | Letter, lost: () => Promise<void> = async () => {}): void {
      const errand = carry(write, lost)
        .catch((error: unknown) => log.error({ err: error }, 'a lost letter could not be undone'))
        .finally(() => underway.delete(errand))
      underway.add(errand)
    },

    /** Ends when no letter is on its way. */
    async idle(): Promise<void> {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}

export type Courier = ReturnType<typeof makeCourier>

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

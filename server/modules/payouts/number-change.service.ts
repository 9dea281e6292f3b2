import { randomUUIDv7 } from 'node:crypto'
import { NUMBER_HOLD_HOURS, numberHeldUntil, PAYOUT_BANKS } from '#domain/payments/payout.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayAndClock } from '#domain/russian.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Accounts } from '../accounts/accounts.service.ts'
import { hashToken, newToken } from '../accounts/tokens.service.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { PayoutNumbers } from '../artists/artists.service.ts'
import type { StoredNumber, NumberChangeRow } from './number-change.store.ts'
import {
  addChange,
  changeOfLink,
  endChanges,
  hasEarned,
  lastChange,
} from './number-change.store.ts'
import { planPayout } from './payouts.store.ts'

type Number = Pick<StoredNumber, 'phone' | 'sbpBankId'>

/** The password that proves a change of the number, and the caller's network address. */
export type NumberProof = {
  readonly currentPassword: string | undefined
  readonly address: string
}

/** A change as the e-mail to the owner describes it. */
export type NumberSet = {
  readonly before: Number
  readonly after: Number
  /** Null where nothing is held and there is nothing to undo. */
  readonly undo: { readonly change: NumberChangeRow; readonly token: string } | null
}

/** A change as the link of its e-mail shows it. */
export type NumberChangeView = {
  readonly state: 'open' | 'undone' | 'late'
  readonly before: string | null
  readonly after: string | null
  readonly heldUntil: Date
}

export type NumberChangeDeps = {
  readonly sql: Sql
  readonly now: () => Date
  readonly publicUrl: string
  readonly holdHours: number | undefined
  readonly numbers: PayoutNumbers
  readonly owners: Pick<Accounts, 'provePassword' | 'endSessions' | 'mailOwner' | 'requireMail'>
}

/** Every change of the number that an artist's money goes to, and its undo by the e-mail about it. */
export function makeNumberChange(deps: NumberChangeDeps) {
  const { sql: database, now, publicUrl, owners, numbers } = deps
  const holdMs = (deps.holdHours ?? NUMBER_HOLD_HOURS) * HOUR_MS

  function stateOf({ undoneAt, heldUntil }: NumberChangeRow): NumberChangeView['state'] {
    if (undoneAt !== null) return 'undone'
    return heldUntil > now() ? 'open' : 'late'
  }

  async function known(sql: Sql, token: string): Promise<NumberChangeRow> {
    const change = await changeOfLink(sql, hashToken(token))
    if (change === undefined)
      throw new Refusal('NOT_FOUND', 'Ссылка не подошла. Откройте её из письма целиком.')
    return change
  }

  const shownAs = (change: NumberChangeRow): NumberChangeView => ({
    state: stateOf(change),
    before: numberText(change.before),
    after: numberText(change.after),
    heldUntil: change.heldUntil,
  })

  /** Restores the number from before the change. Refuses NOT_FOUND, and ILLEGAL_STEP where it was done or the hold is over. */
  async function bringBack(sql: Sql, token: string): Promise<NumberChangeRow> {
    const { artistId } = await known(sql, token)
    await numbers.lock(sql, artistId)
    // Another undo or the end of the hold may have come before the lock.
    const change = await known(sql, token)
    if (stateOf(change) !== 'open')
      throw new Refusal('ILLEGAL_STEP', 'Эта ссылка уже не действует.')
    await numbers.save(sql, artistId, change.before)
    await endChanges(sql, artistId, now())
    if (change.before.checkedAt !== null) await planPayout(sql, artistId, now())
    return change
  }

  return {
    /**
     * To be called before the number of an artist is changed, outside of a transaction. Refuses VALIDATION at
     * `currentPassword`, TOO_MANY after many wrong passwords, and MAIL_DOWN: without its e-mail a change could not be
     * undone.
     */
    async allow(artistId: string, { currentPassword }: NumberProof): Promise<void> {
      await owners.provePassword(artistId, currentPassword)
      if (holdMs > 0) await owners.requireMail()
    },

    /** Returns whether this number differs from the stored one. */
    async isOther(artistId: string, next: Number): Promise<boolean> {
      return !same(await numbers.of(database, artistId), next)
    },

    /**
     * Sets the number, still unchecked; returns null where it is set already. Refuses VALIDATION at `currentPassword`
     * for a change that was not `allowed`.
     */
    async set(
      sql: Sql,
      artistId: string,
      { phone, sbpBankId, allowed }: Number & { allowed: boolean },
    ): Promise<NumberSet | null> {
      const current = await numbers.lock(sql, artistId)
      if (current === undefined || same(current, { phone, sbpBankId })) return null
      if (!allowed) throw new Refusal('VALIDATION', 'Введите текущий пароль', 'currentPassword')
      const at = now()
      const last = await lastChange(sql, artistId)
      const running = last !== undefined && last.heldUntil > at ? last : null
      const after = { phone, sbpBankId }
      await numbers.save(sql, artistId, { ...after, checkedAt: null, confirmedRecipient: null })
      const guarded = {
        checked: current.checkedAt !== null,
        held: running !== null,
        earned: await hasEarned(sql, artistId),
      }
      const heldUntil = numberHeldUntil(guarded, at, holdMs)
      if (heldUntil === null) return { before: current, after, undo: null }
      const token = newToken()
      const change: NumberChangeRow = {
        id: randomUUIDv7(),
        artistId,
        // After a second change in a row an undo must not restore the first one's number.
        before: running?.before ?? current,
        after,
        heldUntil,
        undoneAt: null,
      }
      await addChange(sql, { ...change, undoHash: hashToken(token), at })
      return { before: current, after, undo: { change, token } }
    },

    /** E-mails the owner about a committed change; a change whose e-mail is lost is undone. */
    mailChange(artistId: string, set: NumberSet, address: string): void {
      const { undo } = set
      const lost = async () => {
        if (undo !== null) await inTransaction(database, (sql) => bringBack(sql, undo.token))
      }
      const link = undo === null ? null : `${publicUrl}/payout-number/${undo.token}`
      owners.mailOwner(
        artistId,
        address,
        (circumstances) => numberChangedMail(set, link, circumstances),
        lost,
      )
    },

    /** Returns the change that the link of an e-mail is about. Refuses NOT_FOUND. */
    changeOf: async (token: string): Promise<NumberChangeView> =>
      shownAs(await known(database, token)),

    /**
     * Restores the earlier number for payouts, ends every session of the artist and e-mails the owner. Refuses
     * NOT_FOUND, and ILLEGAL_STEP where it was done already or the hold is over.
     */
    async undo(token: string, address: string): Promise<NumberChangeView> {
      const change = await inTransaction(database, async (sql) => {
        const undone = await bringBack(sql, token)
        await owners.endSessions(sql, undone.artistId)
        return undone
      })
      owners.mailOwner(change.artistId, address, (circumstances) =>
        numberBackMail(change, circumstances),
      )
      return { ...shownAs(change), state: 'undone' }
    },
  }
}

export type NumberChanges = ReturnType<typeof makeNumberChange>

function same(one: Number, other: Number): boolean {
  return one.phone === other.phone && one.sbpBankId === other.sbpBankId
}

/** «+7 … 45 67, Сбербанк», with non-breaking spaces: enough for its owner to identify it. Null where there is none. */
function numberText({ phone, sbpBankId }: Number): string | null {
  if (phone === null) return null
  const masked = `+7\u00A0…\u00A0${phone.slice(-4, -2)}\u00A0${phone.slice(-2)}`
  const bank = sbpBankId === null ? '' : `, ${PAYOUT_BANKS[sbpBankId] ?? sbpBankId}`
  return `${masked}${bank}`
}

const written = (number: Number) => numberText(number) ?? 'не указан'

function numberChangedMail(
  { before, after, undo }: NumberSet,
  link: string | null,
  circumstances: readonly string[],
) {
  const until = undo === null ? '' : dayAndClock(undo.change.heldUntil, 'Europe/Moscow')
  const safety =
    undo === null || link === null
      ? [
          'Если это были не вы, сразу задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
          'Чужие входы закроются, и вы сможете указать свой номер.',
        ]
      : [
          `До ${until} на него ничего не выплачивается, деньги копятся на балансе.`,
          '',
          `Если номер сменили не вы, откройте до этого времени ссылку и верните тот, что был (${written(undo.change.before)}). Входить для этого не нужно:`,
          link,
          '',
          'Вместе с этим закроются все входы на вашу страницу. После этого задайте новый пароль.',
        ]
  return {
    subject: 'Номер для выплат изменён',
    text: [
      'Здравствуйте!',
      '',
      'На вашей странице в «Бисе» изменён номер, на который приходят выплаты.',
      `Был: ${written(before)}`,
      `Стал: ${written(after)}`,
      ...circumstances,
      '',
      ...safety,
      '',
      'Если это сделали вы, ничего делать не нужно.',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

function numberBackMail({ before }: NumberChangeRow, circumstances: readonly string[]) {
  return {
    subject: 'Прежний номер для выплат возвращён',
    text: [
      'Здравствуйте!',
      '',
      'По ссылке из письма отменена смена номера, на который приходят выплаты.',
      `Номер сейчас: ${written(before)}`,
      ...circumstances,
      '',
      'Все входы на вашу страницу закрыты. Тот, кто сменил номер, знал ваш пароль: задайте новый. На странице входа нажмите «Забыли пароль?».',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

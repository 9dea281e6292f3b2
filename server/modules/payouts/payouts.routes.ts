import { api } from '#contract/index.ts'
import type { BalanceEntry, Earnings, PayoutNumber } from '#contract/payout.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import { artistBalance, balanceStatement, earningsByConcert } from './balance.service.ts'
import type { ConcertMoney, MoneyLine } from './balance.service.ts'
import type { NumberChangeView, NumberChanges } from './number-change.service.ts'
import type { PayoutPhone } from './payout-phone.service.ts'
import type { Payouts } from './payouts.service.ts'

type PayoutServices = {
  payouts: Payouts
  payoutPhone: PayoutPhone
  numberChanges: NumberChanges
}

export function payoutsRoutes(ctx: Context, services: PayoutServices, limits: Limits): Route[] {
  const { payouts, payoutPhone, numberChanges } = services
  return [
    on(api.auth.checkNumber, async ({ artist, body, address }) => {
      if (body.artistUsername.toLowerCase() !== artist.username.toLowerCase())
        throw new Refusal('NOT_YOURS', 'Проверить можно только свой номер')
      const { number, sbpNumberId, currentPassword } = body
      const typed = { phoneNumber: number, sbpNumberId }
      const spendTry = async () => {
        if (currentPassword !== undefined) await limits.spend('passwordOfAccount', artist.id)
      }
      return payoutPhone.check(artist.id, typed, { currentPassword, address, spendTry })
    }),
    on(api.payment.number, async ({ artist }) => numberOnWire(await payoutPhone.of(artist.id))),
    on(api.payment.confirmRecipient, async ({ artist, body }) => {
      await payoutPhone.confirmRecipient(artist.id, body.name)
      return numberOnWire(await payoutPhone.of(artist.id))
    }),
    on(api.payment.numberChange, async ({ body }) =>
      changeOnWire(await numberChanges.changeOf(body.token)),
    ),
    on(api.payment.undoNumberChange, async ({ body, address }) =>
      changeOnWire(await numberChanges.undo(body.token, address)),
    ),
    on(api.payment.payout, ({ artist, idempotencyKey }) =>
      payouts.withdraw(artist.id, idempotencyKey),
    ),
    on(api.payment.balance, async ({ artist, query }) => {
      const { entries, ...sums } = await artistBalance(ctx, artist.id, {
        cursor: query.cursor,
        limit: query.limit ?? 40,
      })
      const reserve = await payouts.reserve(artist.id)
      const noStatus = await payouts.missingStatus(artist.id)
      return {
        ...sums,
        ...(reserve === null
          ? {}
          : { reserve: { ...reserve, until: reserve.until.toISOString() } }),
        ...(noStatus === null ? {} : { noStatus }),
        number: numberOnWire(await payoutPhone.of(artist.id)),
        entries: entries.map(lineOnWire),
      }
    }),
    on(api.payment.statement, async ({ artist }) => ({
      type: 'text/csv; charset=utf-8',
      bytes: Buffer.from(await balanceStatement(ctx, artist.id)),
      fileName: 'vypiska.csv',
    })),
    on(api.payment.earnings, async ({ artist, query }) =>
      (await earningsByConcert(ctx, artist.id, query.sessionId ?? null)).map(earningsOnWire),
    ),
  ]
}

function numberOnWire({
  heldUntil,
  ...number
}: Awaited<ReturnType<PayoutPhone['of']>>): PayoutNumber {
  return { ...number, ...(heldUntil === undefined ? {} : { heldUntil: heldUntil.toISOString() }) }
}

const changeOnWire = ({ heldUntil, ...change }: NumberChangeView) => ({
  ...change,
  heldUntil: heldUntil.toISOString(),
})

function lineOnWire(line: MoneyLine): BalanceEntry {
  const { concertId, concertTitle, at, ...same } = line
  return {
    ...same,
    at: at.toISOString(),
    ...(concertId === null ? {} : { sessionId: concertId, sessionTitle: concertTitle }),
  }
}

function earningsOnWire({ concertId, startsAt, ...money }: ConcertMoney): Earnings {
  return {
    ...money,
    sessionId: concertId,
    dateTimeStart: startsAt.toISOString(),
    net: money.gross - money.commission,
  }
}

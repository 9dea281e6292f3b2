import { api } from '#contract/index.ts'
import type { BalanceEntry, Earnings, PayoutNumber } from '#contract/payout.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { returnCredit } from '../payments/return-credit.service.ts'
import { artistBalance, balanceStatement, earningsByConcert } from './balance.service.ts'
import type { ConcertEarnings, MoneyLine } from './balance.service.ts'
import { numberChangeOf, undoNumberChange } from './number-change.service.ts'
import type { NumberChangeView } from './number-change.service.ts'
import { confirmRecipient, payoutPhone } from './payout-phone.service.ts'
import { keptOfArtist, withdraw } from './payouts.service.ts'

export const payouts: Module = {
  routes: (ctx) => [
    on(api.payment.number, async ({ artist }) => numberOnWire(await payoutPhone(ctx, artist.id))),
    on(api.payment.confirmRecipient, async ({ artist, body }) => {
      await confirmRecipient(ctx, artist.id, body.name)
      return numberOnWire(await payoutPhone(ctx, artist.id))
    }),
    on(api.payment.numberChange, async ({ body }) =>
      changeOnWire(await numberChangeOf(ctx, body.token)),
    ),
    on(api.payment.undoNumberChange, async ({ body, address }) =>
      changeOnWire(await undoNumberChange(ctx, body.token, address)),
    ),
    on(api.payment.payout, ({ artist, idempotencyKey }) =>
      withdraw(ctx, artist.id, idempotencyKey),
    ),
    on(api.payment.balance, async ({ artist, query }) => {
      const part = { cursor: query.cursor, limit: query.limit ?? 40 }
      const { entries, ...sums } = await artistBalance(ctx, artist.id, part)
      const { inDispute, disputed, reserve } = await keptOfArtist(ctx, artist.id)
      return {
        ...sums,
        mayOwe: await returnCredit(ctx, artist.id, {
          inDispute,
          paymentId: query.paymentId ?? null,
        }),
        ...(disputed === undefined ? {} : { disputed }),
        ...(reserve === undefined
          ? {}
          : { reserve: { ...reserve, until: reserve.until.toISOString() } }),
        number: numberOnWire(await payoutPhone(ctx, artist.id)),
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
  ],
}

function numberOnWire({
  heldUntil,
  restUntil,
  ...number
}: Awaited<ReturnType<typeof payoutPhone>>): PayoutNumber {
  return {
    ...number,
    ...(heldUntil === undefined ? {} : { heldUntil: heldUntil.toISOString() }),
    ...(restUntil === undefined ? {} : { restUntil: restUntil.toISOString() }),
  }
}

const changeOnWire = ({ heldUntil, ...change }: NumberChangeView) => ({
  ...change,
  heldUntil: heldUntil.toISOString(),
})

function lineOnWire(line: MoneyLine): BalanceEntry {
  const { concertId, concertTitle, timeZone: _, at, ...same } = line
  return {
    ...same,
    at: at.toISOString(),
    ...(concertId === null ? {} : { sessionId: concertId, sessionTitle: concertTitle }),
  }
}

function earningsOnWire({ concertId, startsAt, ...money }: ConcertEarnings): Earnings {
  return {
    ...money,
    sessionId: concertId,
    dateTimeStart: startsAt.toISOString(),
    net: money.gross - money.commission,
  }
}

import { api } from '#contract/index.ts'
import type {
  BalanceEntry,
  Earnings,
  PaymentShown,
  PayoutNumber,
  StuckMoney,
} from '#contract/payment.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Limits } from '../../platform/http/limits.ts'
import { on } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import type { BalanceService, ConcertMoney, MoneyLine } from './balance.service.ts'
import type { NumberChangeShown } from './number-change.service.ts'
import type { Payments, ShownPayment } from './payments.service.ts'
import type { Stuck, StuckMoneyService as Trouble } from './manual-review.service.ts'

export type MoneyAreas = { payments: Payments; balance: BalanceService; stuck: Stuck }

export function paymentsRoutes(areas: MoneyAreas, limits: Limits): Route[] {
  const { payments } = areas
  return [
    on(api.payment.donate, async ({ body, idempotencyKey }) => {
      const { artistUsername, amount, message = '' } = body
      return payments.donate({ artistUsername, amount, message }, idempotencyKey)
    }),
    on(api.payment.payOrder, ({ body }) => payments.linkOf(body.orderId)),
    on(api.payment.byId, async ({ params }) => shownOnWire(await payments.shown(params.id))),
    on(api.payment.notification, async ({ body, address }) => {
      const known = await payments.noticed(typeof body === 'string' ? body : '', () =>
        limits.spend('forgedNoticeOfAddress', address),
      )
      if (!known) throw new Refusal('FORGED', 'Подпись не подошла')
      return payments.acknowledgement
    }),
    on(api.auth.checkNumber, async ({ artist, body, address }) => {
      if (body.artistUsername.toLowerCase() !== artist.username.toLowerCase())
        throw new Refusal('NOT_YOURS', 'Проверить можно только свой номер')
      const { number, sbpNumberId, currentPassword } = body
      if (currentPassword !== undefined) await limits.spend('passwordOfAccount', artist.id)
      const typed = { phoneNumber: number, sbpNumberId }
      return payments.checkNumber(artist.id, typed, { currentPassword, address })
    }),
    on(api.payment.number, async ({ artist }) => numberOnWire(await payments.number(artist.id))),
    on(api.payment.numberChange, async ({ body }) =>
      changeOnWire(await payments.numberChanges.changeOf(body.token)),
    ),
    on(api.payment.undoNumberChange, async ({ body, address }) =>
      changeOnWire(await payments.numberChanges.undo(body.token, address)),
    ),
    on(api.payment.payout, ({ artist, idempotencyKey }) =>
      payments.withdraw(artist.id, idempotencyKey),
    ),
    ...balanceRoutes(areas),
    ...adminRoutes(areas),
  ]
}

function balanceRoutes({ payments, balance }: MoneyAreas): Route[] {
  return [
    on(api.payment.balance, async ({ artist, query }) => {
      const { entries, ...sums } = await balance.of(artist.id, {
        cursor: query.cursor,
        limit: query.limit ?? 40,
      })
      return {
        ...sums,
        number: numberOnWire(await payments.number(artist.id)),
        entries: entries.map(lineOnWire),
      }
    }),
    on(api.payment.statement, async ({ artist }) => ({
      type: 'text/csv; charset=utf-8',
      bytes: Buffer.from(await balance.statement(artist.id)),
      fileName: 'vypiska.csv',
    })),
    on(api.payment.earnings, async ({ artist, query }) =>
      (await balance.earnings(artist.id, query.sessionId ?? null)).map(earningsOnWire),
    ),
  ]
}

function adminRoutes({ stuck }: MoneyAreas): Route[] {
  return [
    on(api.payment.stuck, async () => {
      const { stuck: rows, paused, audit, ...sums } = await stuck.all()
      return {
        ...sums,
        stuck: rows.map(troubleOnWire),
        payoutsPaused: paused,
        audit:
          audit === null
            ? null
            : { at: audit.at.toISOString(), clean: audit.value === 'clean', words: audit.value },
      }
    }),
    on(api.payment.settle, async ({ artist, params, body }) => {
      await stuck.settle(artist.id, params.id, body.action)
      return true
    }),
    on(api.payment.resumePayouts, async () => {
      await stuck.resumePayouts()
      return true
    }),
  ]
}

function shownOnWire({ payment, artist, songStatus, delayed }: ShownPayment): PaymentShown {
  const { concertId, songTitle, songArtist, reason, link } = payment
  const open = payment.state === 'awaiting' && link !== null
  return {
    id: payment.id,
    state: payment.state,
    kind: payment.kind,
    amount: payment.amount,
    artistUsername: artist.username,
    artistName: artist.name,
    funds: payment.funds,
    delayed,
    createdAt: payment.createdAt.toISOString(),
    ...(reason === null ? {} : { reason }),
    ...(open ? { paymentURL: link, payUntil: payment.expiresAt.toISOString() } : {}),
    ...(concertId === null ? {} : { sessionId: concertId }),
    ...(payment.kind === 'song' ? { songTitle, songArtistName: songArtist } : {}),
    ...(songStatus === null ? {} : { songStatus }),
  }
}

function numberOnWire({
  heldUntil,
  ...number
}: Awaited<ReturnType<Payments['number']>>): PayoutNumber {
  return { ...number, ...(heldUntil === undefined ? {} : { heldUntil: heldUntil.toISOString() }) }
}

const changeOnWire = ({ heldUntil, ...change }: NumberChangeShown) => ({
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

function troubleOnWire(trouble: Trouble): StuckMoney {
  const { since, username, bankId, actions, words: _words, ...same } = trouble
  return {
    ...same,
    since: since.toISOString(),
    actions: [...actions],
    ...(username === null ? {} : { artistUsername: username }),
    ...(bankId === null ? {} : { bankId }),
  }
}

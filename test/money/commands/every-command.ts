import * as fc from '#test/support/inputs/fast-check.ts'
import { CALL_FAULTS, FAULT_METHODS, REFUND_REFUSALS } from '#packages/tbank-sandbox/fault.ts'
import type { SandboxFault } from '#packages/tbank-sandbox/fault.ts'
import type { ModelCrashPoint } from '../crashes.ts'
import { command } from '../action.ts'
import type { ModelAction } from '../action.ts'
import * as battles from './battles.ts'
import * as bank from './bank-side.ts'
import * as concerts from './concerts.ts'
import * as hours from './hours.ts'
import * as operator from './operator.ts'
import * as listener from './listener.ts'
import * as payer from './payer.ts'
import * as purse from './purse.ts'
import { restore } from './restore.ts'
import * as stage from './stage.ts'
import { battled, disputed, paidAtOnce, playedThrough } from './together.ts'

const pick = fc.nat(5)
const song = fc.nat(3)
const phone = fc.nat(2)
const whicheverIsNext = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, song)
/** Mostly tonight's. */
const concert = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constant(1))
const amount = fc.oneof(
  fc.constantFrom(1000, 1009, 33_333, 100_000),
  fc.integer({ min: 1000, max: 100_000 }),
)
const sometimes = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true))

const order = fc.record({ concert, song, phone, amount, keyed: fc.boolean() })

/** Small enough that several are needed for a goal. */
const share = fc.record({
  concert,
  song: fc.nat(1),
  phone,
  amount: fc.constantFrom(3000, 9999, 15_000, 20_001),
  keyed: fc.constant(false),
})

const vote = fc.record({
  song: fc.nat(2),
  phone,
  amount: fc.constantFrom(1000, 3000, 3000, 20_001),
})

const listeners: fc.Arbitrary<ModelAction> = fc.oneof(
  { weight: 4, arbitrary: share.map(listener.giveShare) },
  { weight: 8, arbitrary: order.map(listener.orderSong) },
  { weight: 2, arbitrary: fc.tuple(pick, phone).map(([p, by]) => listener.orderAgain(p, by)) },
  { weight: 3, arbitrary: fc.tuple(amount, phone).map(([sum, by]) => listener.thank(sum, by)) },
  { weight: 2, arbitrary: pick.map(listener.look) },
  { weight: 3, arbitrary: pick.map(listener.cancelOrder) },
  { weight: 3, arbitrary: vote.map(battles.voteInBattle) },
)

const whoseDispute = fc.constantFrom('charge' as const, 'close' as const)
const waysToPay = fc.constantFrom(payer.payCard, payer.payCard, payer.paySbp)

const inBattle = fc.constantFrom([0, 1], [1, 2], [2, 0, 1])

/** The usual actions, so that evenings get far. */
const usual: fc.Arbitrary<ModelAction> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(order, waysToPay)
      .map(([asked, pay]) => paidAtOnce(listener.orderSong(asked), pay)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(share, waysToPay)
      .map(([asked, pay]) => paidAtOnce(listener.giveShare(asked), pay)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(amount, phone, waysToPay)
      .map(([sum, by, pay]) => paidAtOnce(listener.thank(sum, by), pay)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        inBattle,
        fc.array(vote, { minLength: 2, maxLength: 4 }),
        fc.record({
          paying: waysToPay,
          ends: fc.constantFrom('end' as const, 'end' as const, 'cancel' as const, null),
        }),
      )
      .map(([songs, votes, how]) => battled(songs, votes, how)),
  },
  fc.nat(1).map((number) => paidAtOnce(purse.checkNumber(number), payer.paySbp)),
  { weight: 4, arbitrary: whicheverIsNext.map(playedThrough) },
  {
    weight: 2,
    arbitrary: fc.tuple(pick, whoseDispute).map(([p, whose]) => disputed(p, whose)),
  },
)

const payers: fc.Arbitrary<ModelAction> = fc.oneof(
  { weight: 8, arbitrary: pick.map(payer.payCard) },
  { weight: 5, arbitrary: pick.map(payer.paySbp) },
  pick.map(payer.decline),
  pick.map(payer.closePage),
  pick.map(payer.payWithoutFunds),
  pick.map(payer.askCode),
  fc.tuple(pick, fc.boolean()).map(([p, right]) => payer.typeCode(p, right)),
)

const artists: fc.Arbitrary<ModelAction> = fc.oneof(
  { weight: 8, arbitrary: whicheverIsNext.map(stage.next) },
  { weight: 2, arbitrary: fc.tuple(concert, song).map(([c, s]) => stage.confirm(c, s)) },
  {
    weight: 3,
    arbitrary: fc.tuple(concert, fc.nat(2)).map(([c, ago]) => stage.undoPlayed(c, ago)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        concert,
        song,
        fc.constantFrom('QUEUED' as const, 'SCHEDULED' as const, 'SKIPPED' as const),
      )
      .map(([c, s, to]) => stage.setSong(c, s, to)),
  },
  fc
    .tuple(concert, fc.uniqueArray(song, { maxLength: 3 }))
    .map(([c, songs]) => stage.setList(c, songs)),
  fc
    .tuple(
      concert,
      fc.record({
        turn: fc.constantFrom('arrival' as const, 'circle' as const, 'contribution' as const),
        lock: fc.nat(3),
        orderAfter: fc.constantFrom(null, 1, 2),
        support: sometimes,
        minSongAmount: fc.constantFrom(null, 300),
        paidWaiting: fc.constantFrom(null, 1, 3),
        // Most evenings stay open, otherwise few of their songs would be paid.
        lastCall: fc.constantFrom(
          'open' as const,
          'open' as const,
          'last_call' as const,
          'closed' as const,
        ),
      }),
    )
    .map(([c, rules]) => stage.changeRules(c, rules)),
  { weight: 2, arbitrary: fc.tuple(concert, pick).map(([c, p]) => stage.takeOutGuest(c, p)) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('end' as const, 'end' as const, 'cancel' as const)
      .map(battles.endBattle),
  },
  fc.constant(concerts.pause),
  fc.constant(concerts.resume),
  concert.map(concerts.endConcert),
  concert.map(concerts.playOut),
  concert.map(concerts.startConcert),
  concert.map(concerts.deleteConcert),
  { weight: 2, arbitrary: sometimes.map(purse.withdraw) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(pick, fc.boolean(), fc.boolean())
      .map(([p, twice, fromNext]) => purse.refund(p, twice, fromNext)),
  },
  fc.nat(1).map(purse.checkNumber),
)

const times = fc.constantFrom<{ times?: number }>({ times: 1 }, { times: 2 }, { times: 5 }, {})

const faults: fc.Arbitrary<SandboxFault> = fc
  .tuple(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom(...CALL_FAULTS), fc.constantFrom(...FAULT_METHODS))
          .map(([kind, method]): SandboxFault =>
            kind === 'timeout_before' || kind === 'timeout_after'
              ? { kind, method }
              : { kind, method },
          ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom<SandboxFault>(
          { kind: 'notice_late', seconds: 40 },
          { kind: 'notice_lost' },
          { kind: 'notice_repeated' },
          { kind: 'notice_reordered' },
          { kind: 'notice_forged' },
          { kind: 'notice_wrong_amount' },
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom<SandboxFault>(
          { kind: 'refused_capture' },
          { kind: 'stuck_refund' },
          { kind: 'refused_payout' },
          { kind: 'slow_payout' },
          { kind: 'hold_2h' },
          { kind: 'unknown_status', word: 'PAY_CHECKING' },
          { kind: 'unknown_status', word: 'SOMETHING_NEW' },
        ),
      },
      fc
        .constantFrom(...REFUND_REFUSALS)
        .map((code): SandboxFault => ({ kind: 'refused_refund', code })),
    ),
    times,
  )
  .map(([fault, often]) => ({ ...fault, ...often }))

const crashes: fc.Arbitrary<ModelCrashPoint> = fc.oneof(
  fc.constantFrom<ModelCrashPoint>(
    { at: 'question', when: 'before' },
    { at: 'question', when: 'after' },
  ),
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 12 })
      .map((nth): ModelCrashPoint => ({ at: 'write', nth })),
  },
)

const banks: fc.Arbitrary<ModelAction> = fc.oneof(
  { weight: 5, arbitrary: faults.map(bank.fault) },
  { weight: 2, arbitrary: fc.constant(bank.clearFaults) },
  { weight: 4, arbitrary: crashes.map(bank.crash) },
  pick.map(bank.repeatNotice),
  pick.map(bank.forgeNotice),
  { weight: 2, arbitrary: pick.map(bank.takeBack) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(pick, fc.constantFrom(0.1, 0.33, 0.9))
      .map(([p, part]) => bank.takeBackPart(p, part)),
  },
  { weight: 2, arbitrary: pick.map(bank.chargeBack) },
  pick.map(bank.winDispute),
)

const clocks: fc.Arbitrary<ModelAction> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(1, 3, 10, 21, 21, 61, 61, 300, 960, 3600).map(hours.tick),
  },
  fc.constantFrom(3 * 3600, 13 * 3600, 26 * 3600).map(hours.tick),
  { weight: 8, arbitrary: fc.constantFrom(1 as const, 2 as const).map(hours.runWorkers) },
  { weight: 2, arbitrary: fc.constant(hours.runBank) },
  fc.constant(hours.night),
  fc.constant(operator.retryStuck),
  whoseDispute.map(operator.endDisputes),
  fc.constant(purse.readBalance),
  fc.constantFrom(60, 1800, 3 * 3600).map(restore),
)

/** What may come between any two steps of a worker. */
const between: fc.Arbitrary<ModelAction> = fc
  .oneof(listeners, payers, artists, artists)
  .map(hours.meanwhile)

export const everyCommand = fc
  .oneof(
    { weight: 7, arbitrary: usual },
    { weight: 4, arbitrary: listeners },
    { weight: 4, arbitrary: payers },
    { weight: 5, arbitrary: artists },
    { weight: 4, arbitrary: banks },
    { weight: 6, arbitrary: clocks },
    { weight: 2, arbitrary: between },
  )
  .map(command)

import { runDueMoney, runUnpaidLinks } from '#server/modules/payment-worker/due-money.service.ts'
import { endDueBattles } from '#server/modules/battles/battles.service.ts'
import { takeDueSteps } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { resumePayouts } from '#server/modules/payouts/payouts.service.ts'
import { checkedNumber } from '#test/support/paid-concert.ts'
import { makePhone } from '#test/support/steps/stage.ts'
import type { Reply, TestArtist } from '#test/support/world.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import type { MoneySystem } from './system.ts'

/** How an evening begins. */
export type EveningOpening = {
  /** Whether the artist's payout number is checked already. */
  readonly numberChecked: boolean
  /** When the second concert starts, hours from now. */
  readonly laterIn: number
  readonly laterStartsItself: boolean
  /** Listeners can pay for a song together, and it costs 300 rubles; otherwise ten. */
  readonly together: boolean
  /** How long the first concert is planned to go on, minutes from now. */
  readonly minutesLeft: number
}

export type MoneyEvening = Awaited<ReturnType<typeof beginEvening>>

/** The phone numbers that payouts may go to. */
export const NUMBERS = ['79001234567', '79007654321'] as const
export const PAYOUT_BANK = '100000000111'

/** Creates new accounts in a world that earlier evenings have used: an artist on stage, a second concert, and three listeners' phones. */
export async function beginEvening(system: MoneySystem, opening: EveningOpening) {
  const { world, crashes } = system
  await crashes.disarm()
  await world.bank.faults.clear()
  await resumePayouts(world.app.ctx)
  const artist: TestArtist = await world.artist({
    paidSongsEnabled: true,
    minSongRubles: 10,
    ...(opening.numberChecked
      ? { ...checkedNumber(world), phoneNumber: NUMBERS[0], sbpNumberId: PAYOUT_BANK }
      : {}),
  })
  // A token lasts a month, and an evening takes days.
  const admin = await world.artist({ role: 'ADMIN' })
  const tonight = await world.concert(artist, {
    status: 'NOW',
    startsIn: -10,
    minutes: 10 + opening.minutesLeft,
    rules: JSON.stringify(opening.together ? { support: true, minSongAmount: 300 } : {}),
  })
  const later = await world.concert(artist, {
    startsIn: opening.laterIn * 60,
    minutes: 90,
    autoRun: opening.laterStartsItself,
  })
  const phones = [makePhone(world), makePhone(world), makePhone(world)]

  return {
    system,
    world,
    artist,
    as: { token: artist.token },
    asAdmin: { token: admin.token },
    concerts: [tonight, later],
    phones,
    /** Final payments, by our id and by the bank's: no request that changes anything at the bank may follow. */
    ended: new Set<string>(),

    /** True for a success, false for a refusal listed in `may` or a request that was killed; throws on anything else. */
    async did<E extends AnyEndpoint>(
      reply: Reply<E>,
      ...may: (RefusalCode | boolean)[]
    ): Promise<boolean> {
      if (reply.status < 400) return true
      if (may.includes(reply.failure.code as RefusalCode)) return false
      if (reply.status === 500 && (await crashes.crashed())) return false
      throw new Error(
        `an answer that nobody expects: ${reply.status} ${JSON.stringify(reply.failure)}\n${system.bugs.at(-1) ?? ''}`,
      )
    },

    /** Runs one round of every worker. A step that was killed is left to the next round. */
    async work(): Promise<void> {
      await alive(() => takeDueSteps(world.app.ctx))
      await alive(() => endDueBattles(world.app.ctx))
      await alive(() => runDueMoney(world.app.ctx))
      await alive(() => runUnpaidLinks(world.app.ctx))
    },
    alive,
  }

  /** Runs background work; it may fail only where it was killed. */
  async function alive(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(await crashes.crashed())) throw error
      const wrong = causesOf(error).filter((cause) => !/killed (?:before|after|at)/u.test(cause))
      if (wrong.length > 0) throw new Error(wrong.join('\n'), { cause: error })
    }
  }
}

function causesOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(causesOf)
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
}

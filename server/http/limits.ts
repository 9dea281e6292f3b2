import { Refusal } from '#domain/refusal.ts'
import { HALL } from '../config-hall.ts'
import type { HallConfig } from '../config-hall.ts'
import { memoryAllowances } from '../allowances/allowances.memory.ts'
import type { Allowances, Rate } from '../allowances/allowances.ts'
import { networkOf } from './network-of.ts'

/**
 * Rates by address are for a hall behind one network address (decision 018 has the arithmetic); those
 * by account or letter guard one person's door. What a larger hall is given: `makeLimits`.
 * `shared`: guards an account, money, letters or somebody else's server, and is seldom spent, so all
 * processes count it together; of the others each process grants so much (decision 015).
 */
export const RATES = {
  newDeviceOfAddress: { points: HALL.newDevicesPerSecond, seconds: 1 },
  orderOfConcertAndAddress: { points: HALL.ordersPerMinute, seconds: 60 },
  loginOfAddress: { points: 300, seconds: 60, shared: true },
  loginOfAccountAndAddress: { points: 10, seconds: 60, shared: true },
  loginOfAccount: { points: 100, seconds: 60, shared: true },
  passwordOfAccount: { points: 20, seconds: 600, shared: true },
  recoveryOfAddress: { points: 60, seconds: 3600, shared: true },
  resetOfAddress: { points: 120, seconds: 600, shared: true },
  resetOfAccountAndAddress: { points: 10, seconds: 60, shared: true },
  resetOfAccount: { points: 100, seconds: 600, shared: true },
  isFreeOfAddress: { points: 120, seconds: 60, shared: true },
  /** Each answer tells whether somebody has an account; a sign-up asks a few. */
  isEmailFreeOfAddress: { points: 60, seconds: 3600, shared: true },
  isFreeOfAccount: { points: 30, seconds: 60, shared: true },
  codeOfAddress: { points: 60, seconds: 3600, shared: true },
  signupOfAddress: { points: 120, seconds: 3600, shared: true },
  payOfAddress: { points: 1200, seconds: 60, shared: true },
  lookOfAddress: { points: 3000, seconds: 10 },
  myOrdersOfAddress: { points: 20_000, seconds: 10 },
  goingOfAddress: { points: 1200, seconds: 60 },
  cancelOfAddress: { points: 1200, seconds: 60 },
  writeOfAddress: { points: 60, seconds: 3600, shared: true },
  qrOfAddress: { points: 120, seconds: 60 },
  uploadOfArtist: { points: 60, seconds: 3600, shared: true },
  addressOfArtist: { points: 60, seconds: 60, shared: true },
  /** Of some 9000 questions that a geocoder takes in a day from everybody. */
  addressOfArtistADay: { points: 600, seconds: 86_400, shared: true },
  announceOfArtist: { points: 400, seconds: 86_400, shared: true },
  importOfArtist: { points: 20, seconds: 3600, shared: true },
  importPreviewOfArtist: { points: 100, seconds: 300, shared: true },
  previewOfAddress: { points: 600, seconds: 60 },
  findOfAddress: { points: 300, seconds: 10 },
  tilesOfAddress: { points: 6000, seconds: 60 },
  searchOfAddress: { points: 2000, seconds: 1 },
} as const satisfies Record<string, Rate & { shared?: true }>

export type RateName = keyof typeof RATES

export type Limits = {
  /** Spends one point. Refuses TOO_MANY, with the seconds to wait, when none is left. */
  spend(name: RateName, key: string): Promise<void>
}

/** `shared`: where all processes count those of the rates that say so. */
export function makeLimits({
  shared,
  hall = HALL,
}: {
  shared: Allowances
  hall?: HallConfig
}): Limits {
  const own = memoryAllowances()
  const rates: Record<RateName, Rate & { shared?: true }> = {
    ...RATES,
    newDeviceOfAddress: { points: hall.newDevicesPerSecond, seconds: 1 },
    orderOfConcertAndAddress: { points: hall.ordersPerMinute, seconds: 60 },
  }
  return {
    async spend(name, key) {
      const rate = rates[name]
      const waitMs = await (rate.shared === true ? shared : own).spend(
        `${name} ${keptKey(name, key)}`,
        rate,
      )
      if (waitMs === 0) return
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
      throw new Refusal('TOO_MANY', 'Слишком часто. Подождите немного и повторите.', undefined, {
        retryAfterSeconds,
      })
    },
  }
}

/** Limits of an installation that is one process. */
export function localLimits(): Limits {
  return makeLimits({ shared: memoryAllowances() })
}

/** An address stands at the end of its key. */
function keptKey(name: string, key: string): string {
  return name.endsWith('Address') ? key.replace(/\S+$/u, networkOf) : key
}

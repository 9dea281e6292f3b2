import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#domain/refusal.ts'
import { networkOf } from './network-of.ts'

/** How often something may be done, for each key. */
export type Rate = { points: number; seconds: number }

/**
 * Rates are set so that a whole hall behind one network address never meets those by address
 * (domain rules: 2 000 honest listeners); those by account or letter guard one person's door.
 */
export const RATES = {
  newDeviceOfAddress: { points: 20, seconds: 1 },
  orderOfConcertAndAddress: { points: 60, seconds: 60 },
  loginOfAddress: { points: 300, seconds: 60 },
  loginOfAccountAndAddress: { points: 10, seconds: 60 },
  loginOfAccount: { points: 100, seconds: 60 },
  passwordOfAccount: { points: 20, seconds: 600 },
  recoveryOfAddress: { points: 60, seconds: 3600 },
  resetOfAddress: { points: 120, seconds: 600 },
  resetOfAccountAndAddress: { points: 10, seconds: 60 },
  resetOfAccount: { points: 100, seconds: 600 },
  isFreeOfAddress: { points: 120, seconds: 60 },
  isFreeOfAccount: { points: 30, seconds: 60 },
  codeOfAddress: { points: 60, seconds: 3600 },
  signupOfAddress: { points: 120, seconds: 3600 },
  payOfAddress: { points: 120, seconds: 60 },
  lookOfAddress: { points: 2000, seconds: 10 },
  myOrdersOfAddress: { points: 5000, seconds: 10 },
  goingOfAddress: { points: 120, seconds: 60 },
  cancelOfAddress: { points: 300, seconds: 60 },
  writeOfAddress: { points: 60, seconds: 3600 },
  qrOfAddress: { points: 120, seconds: 60 },
  uploadOfArtist: { points: 60, seconds: 3600 },
  addressOfArtist: { points: 60, seconds: 60 },
  /** Of some 9000 questions that a geocoder takes in a day from everybody. */
  addressOfArtistADay: { points: 600, seconds: 86_400 },
  announceOfArtist: { points: 400, seconds: 86_400 },
  importOfArtist: { points: 20, seconds: 3600 },
  importPreviewOfArtist: { points: 100, seconds: 300 },
  previewOfAddress: { points: 600, seconds: 60 },
  findOfAddress: { points: 300, seconds: 10 },
  tilesOfAddress: { points: 6000, seconds: 60 },
  searchOfAddress: { points: 400, seconds: 1 },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES

export type Limits = {
  /** Spends one point. Refuses TOO_MANY, with the seconds to wait, when none is left. */
  spend(name: RateName, key: string): Promise<void>
}

/** Limits of this process. */
export function localLimits(): Limits {
  const limiters = new Map(
    Object.entries(RATES).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ points, duration: seconds }),
    ]),
  )
  return {
    async spend(name, key) {
      const limiter = limiters.get(name)
      if (limiter === undefined) throw new Error(`no limiter for ${name}`)
      try {
        await limiter.consume(keptKey(name, key))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw new Refusal('TOO_MANY', 'Слишком часто. Подождите немного и повторите.', undefined, {
          retryAfterSeconds,
        })
      }
    },
  }
}

/** An address stands at the end of its key. */
function keptKey(name: string, key: string): string {
  return name.endsWith('Address') ? key.replace(/\S+$/u, networkOf) : key
}

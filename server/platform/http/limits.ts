import type { CallRate } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_SECONDS } from '#domain/time.ts'
import { memoryAllowances } from '../limits/rate-counters.ts'
import type { Allowances, Rate, SecretTries } from '../limits/rate-counters.ts'
import { networkOf } from './client-address.ts'
import type { Device } from './route.ts'

/** The limits of one network address; a whole venue may be behind one. */
export type HallConfig = {
  newDevicesPerSecond: number
  /** Of one concert. */
  ordersPerMinute: number
  /** Open at the same time, of tips and orders. */
  unpaidPages: number
}

/** For a venue of two thousand: within a minute 200 tips and 100 orders are begun, and a page is paid within two. */
export const HALL: HallConfig = { newDevicesPerSecond: 20, ordersPerMinute: 60, unpaidPages: 500 }

type LimitRow = Rate & {
  /** The parts of a key, in this order, separated by spaces; an address is counted by its network. */
  key: readonly ('address' | 'artist' | 'account' | 'concert' | 'device' | 'wish')[]
  shared?: true
  /** Spent before the input is checked: wrong input costs as much as right. */
  early?: true
}

/**
 * Rates by address are for a venue behind one network address (decision 018 has the arithmetic); those by account or
 * e-mail protect one person's account. The rates of a larger venue: `makeLimits`. `shared`: guards an account, money,
 * e-mails or an outside server, and is seldom spent, so all processes count it together; of the others each process
 * grants the full number (decision 015).
 */
export const RATES = {
  newDeviceOfAddress: { key: ['address'], points: HALL.newDevicesPerSecond, seconds: 1 },
  orderOfConcertAndAddress: {
    key: ['concert', 'address'],
    points: HALL.ordersPerMinute,
    seconds: 60,
  },
  /** The words that are tried for a closed evening; by address only wrong ones, of new devices and of known ones apart. */
  wordOfConcertAndDevice: { key: ['concert', 'device'], points: 10, seconds: 600, shared: true },
  wordOfConcertAndAddress: { key: ['concert', 'address'], points: 60, seconds: 600, shared: true },
  /**
   * Codes of tablets, counted as those words; by address and artist only wrong ones. A code has a million values and
   * lives for ten minutes: who spends all of an artist's hits one code of 5500.
   */
  tabletCodeOfDevice: { key: ['device'], points: 10, seconds: 600, shared: true },
  tabletCodeOfAddress: { key: ['address'], points: 60, seconds: 600, shared: true },
  tabletCodeOfArtist: { key: ['account'], points: 180, seconds: 600, shared: true },
  /** Half of the listeners press «+1» while one song plays. */
  supportOfConcertAndAddress: { key: ['concert', 'address'], points: 1200, seconds: 60 },
  /** Of one machine: a key that polls each second and is pressed besides. */
  callOfKey: { key: ['account'], points: 300, seconds: 60 },
  loginOfAddress: { key: ['address'], points: 300, seconds: 60, shared: true },
  loginOfAccountAndAddress: { key: ['account', 'address'], points: 10, seconds: 60, shared: true },
  /** Of networks without a correct login lately. */
  loginOfAccount: { key: ['account'], points: 100, seconds: 60, shared: true },
  passwordOfAccount: { key: ['account'], points: 20, seconds: 600, shared: true },
  recoveryOfAddress: { key: ['address'], points: 60, seconds: 3600, shared: true },
  resetOfAddress: { key: ['address'], points: 120, seconds: 600, shared: true },
  isFreeOfAddress: { key: ['address'], points: 120, seconds: 60, shared: true },
  /** Each answer reveals whether an account exists; a sign-up asks a few. */
  isEmailFreeOfAddress: { key: ['address'], points: 60, seconds: 3600, shared: true },
  isFreeOfAccount: { key: ['account'], points: 30, seconds: 60, shared: true },
  codeOfAddress: { key: ['address'], points: 60, seconds: 3600, shared: true },
  signupOfAddress: { key: ['address'], points: 120, seconds: 3600, shared: true },
  payOfAddress: { key: ['address'], points: 1200, seconds: 60, shared: true },
  /** A notice with a wrong signature; with a wrong password of ours the bank's own are such too. */
  forgedNoticeOfAddress: { key: ['address'], points: 60, seconds: 3600, shared: true },
  /**
   * Questions to the bank for the payers' own pages, where it has sent no word: a bank blocks a terminal that asks too
   * much, and its notice brings a payer's result all the same.
   */
  bankLookOfAddress: { key: ['address'], points: 5, seconds: 1 },
  bankLook: { key: [], points: 20, seconds: 1 },
  lookOfAddress: { key: ['address'], points: 3000, seconds: 10 },
  myOrdersOfAddress: { key: ['address'], points: 20_000, seconds: 10 },
  goingOfAddress: { key: ['address'], points: 1200, seconds: 60 },
  cancelOfAddress: { key: ['address'], points: 1200, seconds: 60 },
  thankOfAddress: { key: ['address'], points: 1200, seconds: 60 },
  voteOfAddress: { key: ['address'], points: 1200, seconds: 60 },
  wishOfAddress: { key: ['address'], points: 1200, seconds: 60 },
  wishOfAddressADay: { key: ['address'], points: 3000, seconds: DAY_SECONDS, shared: true },
  /** Of one song by a town or an artist, whose wishes are shown from three on. */
  countedWishOfAddress: { key: ['wish', 'address'], points: 2, seconds: DAY_SECONDS, shared: true },
  followOfAddress: { key: ['address'], points: 1200, seconds: 60 },
  /** Confirmation e-mails: all listeners of a venue follow as they leave, and no mailbox may be flooded. */
  mailToAddress: { key: ['address'], points: 300, seconds: 3600, shared: true },
  mailToAccount: { key: ['account'], points: 3, seconds: 3600, shared: true },
  mailToAccountADay: { key: ['account'], points: 10, seconds: DAY_SECONDS, shared: true },
  /** About one artist or song, and all together: a provider blocks who writes too much to strangers, and with it the codes of recoveries. */
  mailAboutArtist: { key: ['artist'], points: 600, seconds: 3600, shared: true },
  mailToStrangers: { key: [], points: 3000, seconds: 3600, shared: true },
  /** Letters with codes; in all so many that three networks are needed to use up a newcomer's. */
  codeOfMailboxAndAddress: { key: ['account', 'address'], points: 10, seconds: 3600, shared: true },
  codeOfMailbox: { key: ['account'], points: 30, seconds: 3600, shared: true },
  pushOfAddress: { key: ['address'], points: 1200, seconds: 60 },
  /** A host's page asks four times a minute, and after each song and each of his changes. */
  hostOfAddress: { key: ['address'], points: 300, seconds: 60 },
  hostSaveOfAddress: { key: ['address'], points: 120, seconds: 60 },
  writeOfAddress: { key: ['address'], points: 60, seconds: 3600, shared: true },
  qrOfAddress: { key: ['address'], points: 120, seconds: 60 },
  /** The acquirer keeps its fee of what goes back, and an evening's tips are some dozens. */
  returnOfArtist: { key: ['artist'], points: 100, seconds: DAY_SECONDS, shared: true },
  uploadOfArtist: { key: ['artist'], points: 60, seconds: 3600, shared: true },
  /** Each new webhook sends an event to whatever server the artist names. */
  webhookOfArtist: { key: ['artist'], points: 30, seconds: 3600, shared: true },
  addressOfArtist: { key: ['artist'], points: 60, seconds: 60, shared: true },
  /** Of some 9000 requests in a day that a geocoder accepts in total. */
  addressOfArtistADay: { key: ['artist'], points: 600, seconds: DAY_SECONDS, shared: true },
  announceOfArtist: { key: ['artist'], points: 400, seconds: DAY_SECONDS, shared: true },
  importOfArtist: { key: ['artist'], points: 20, seconds: 3600, shared: true },
  importPreviewOfArtist: { key: ['artist'], points: 100, seconds: 300, shared: true },
  previewOfAddress: { key: ['address'], points: 600, seconds: 60 },
  /** All listeners of a venue leave over one network, and each asks once or twice. */
  storyOfAddress: { key: ['address'], points: 300, seconds: 60 },
  findOfAddress: { key: ['address'], points: 300, seconds: 10 },
  tilesOfAddress: { key: ['address'], points: 6000, seconds: 60 },
  searchOfAddress: { key: ['address'], points: 2000, seconds: 1, early: true },
} as const satisfies Record<
  CallRate,
  LimitRow & { key: readonly ['address'] | readonly ['artist'] }
> &
  Record<string, LimitRow>

export type RateName = keyof typeof RATES

export type Limits = {
  /** Spends one point, or returns one (-1). Refuses TOO_MANY, with the seconds to wait, when none is left. */
  spend(name: RateName, key: string, points?: 1 | -1): Promise<void>
}

/** `shared`: where all processes count the rates that are marked so. */
export function makeLimits({
  shared,
  hall = HALL,
}: {
  shared: Allowances
  hall?: HallConfig
}): Limits {
  const own = memoryAllowances()
  const rates: Record<RateName, LimitRow> = {
    ...RATES,
    newDeviceOfAddress: { ...RATES.newDeviceOfAddress, points: hall.newDevicesPerSecond },
    orderOfConcertAndAddress: { ...RATES.orderOfConcertAndAddress, points: hall.ordersPerMinute },
  }
  return {
    async spend(name, key, points = 1) {
      const rate = rates[name]
      const waitMs = await (rate.shared === true ? shared : own).spend(
        `${name} ${storedKey(rate, key)}`,
        rate,
        points,
      )
      if (waitMs === 0 || points < 0) return
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
      throw new Refusal('TOO_MANY', 'Слишком часто. Подождите немного и повторите.', undefined, {
        retryAfterSeconds,
      })
    },
  }
}

/** Limits of an installation of one process. */
export function localLimits(): Limits {
  return makeLimits({ shared: memoryAllowances() })
}

/** An address may only be the last part of a key. */
function storedKey({ key: parts }: LimitRow, key: string): string {
  return parts.at(-1) === 'address' ? key.replace(/\S+$/u, networkOf) : key
}

/** Counts the tries of a secret; `of`: what is tried, where it is counted apart. */
export function triesOf(
  limits: Limits,
  { device, address }: { readonly device: Device; readonly address: string },
  rates: { readonly device: RateName; readonly address: RateName },
  of: string | null = null,
): SecretTries {
  const keyOf = (who: string) => (of === null ? who : `${of} ${who}`)
  // Those that came before apart: new ones must not lock them out, and cookies cost nothing.
  const ofNetwork = keyOf(device.known() === null ? address : `known ${address}`)
  return {
    // A device for itself first: one that mistypes stops before its network does.
    async spend() {
      await limits.spend(rates.device, keyOf(await device.ensure()))
      await limits.spend(rates.address, ofNetwork)
    },
    giveBack: () => limits.spend(rates.address, ofNetwork, -1),
  }
}

/** Spends the rates that a call's endpoint names, of the caller's address or of the artist. */
export async function spendRates(
  limits: Limits,
  names: readonly CallRate[],
  { address, artistId }: { address: string; artistId: string },
): Promise<void> {
  for (const name of names)
    await limits.spend(name, RATES[name].key[0] === 'artist' ? artistId : address)
}

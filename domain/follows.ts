import { Refusal } from './refusal.ts'

/** Days until a follow whose e-mail was not answered is deleted, and until a wish is. */
export const UNCONFIRMED_DAYS = 3
export const WISH_KEPT_DAYS = 365
/** Follows of one address or browser. */
const FOLLOWS_MOST = 200
/** Wishes of one device. */
const WISHES_MOST = 100
/** A song in a town is shown once this many persons wait for it. */
export const WISHES_SHOWN_FROM = 3

/** Returns the zone if this server knows it, or null. */
export function knownZone(zone: string | null | undefined): string | null {
  try {
    return zone == null
      ? null
      : new Intl.DateTimeFormat('ru-RU', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** The subject that a request names: an artist, a concert, a song in a town, or a town with all its concerts. */
export type FollowedOnWire = {
  readonly sessionId?: string | undefined
  readonly artistUsername?: string | undefined
  readonly songId?: string | undefined
  readonly town?: string | undefined
}

export type Followed =
  | { readonly artistUsername: string }
  | { readonly sessionId: string }
  | { readonly songId: string; readonly town: string }
  | { readonly town: string }

/** Refuses VALIDATION where it is not one of the four. */
export function checkFollowed({
  artistUsername,
  sessionId,
  songId,
  town,
}: FollowedOnWire): Followed {
  if (sessionId !== undefined && (artistUsername ?? songId ?? town) === undefined)
    return { sessionId }
  if (sessionId !== undefined) throw notOne()
  if (artistUsername !== undefined && songId === undefined) return { artistUsername }
  if (artistUsername === undefined && town !== undefined)
    return songId === undefined ? { town } : { songId, town }
  throw notOne()
}

const notOne = () =>
  new Refusal('VALIDATION', 'Скажите, на что подписаться: на артиста, город или песню в нём')

export function unknownTown(): Refusal {
  return new Refusal('VALIDATION', 'Такого города мы не знаем', 'town')
}

export function noFollow(): Refusal {
  return new Refusal('NOT_FOUND', 'Эта ссылка больше не действует')
}

/** Refuses VALIDATION at `consent`: an address is personal data. */
export function admitConsent(consent: boolean): void {
  if (!consent)
    throw new Refusal('VALIDATION', 'Без согласия мы не можем хранить ваш адрес', 'consent')
}

/** Refuses ILLEGAL_STEP at the limit. `count`: the number of follows that this address or browser has already. */
export function admitFollow(count: number): void {
  if (count < FOLLOWS_MOST) return
  throw new Refusal('ILLEGAL_STEP', 'Больше подписок нельзя: сначала отпишитесь от чего-нибудь')
}

/** Refuses ILLEGAL_STEP at the limit. `count`: the number of wishes that this device has already. */
export function admitTownWish(count: number): void {
  if (count < WISHES_MOST) return
  throw new Refusal(
    'ILLEGAL_STEP',
    `Больше ${WISHES_MOST} песен ждать нельзя: сначала откажитесь от какой-нибудь`,
  )
}

import type { PaymentShown } from '#contract/payment.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { PaymentReason } from '#domain/payments/payment.ts'

type PaymentLink = { label: string; href: string }

/** The links of a payment's page; `first` is highlighted once there is nothing to pay. */
type PaymentLinks = { first: PaymentLink; second: PaymentLink | null }

export type LeavingTo = Pick<
  PaymentShown,
  | 'kind'
  | 'state'
  | 'reason'
  | 'amount'
  | 'artistUsername'
  | 'sessionId'
  | 'songId'
  | 'share'
  | 'vote'
>

/** Reasons that already mean that there is no concert any more. */
const NO_CONCERT: ReadonlySet<PaymentReason> = new Set(['concert_over', 'concert_deleted'])

/** Reasons for which another try would be refused again. */
const NOT_AGAIN: ReadonlySet<PaymentReason> = new Set(['hold_lost', 'last_call', 'song_refused'])

/** A share or a vote is asked for at the concert, where that is still possible. */
function triesAgain({ state, reason, share, vote }: LeavingTo): boolean {
  const over = state === 'failed' || state === 'expired' || state === 'canceled'
  return over && !share && !vote && !(reason !== undefined && NOT_AGAIN.has(reason))
}

/** The links from the page of a payment. `concert`: the status of the song's concert, if known. */
export function paymentLinks(payment: LeavingTo, concert: ConcertStatus | null): PaymentLinks {
  const again = triesAgain(payment) ? 'Попробовать ещё раз' : null
  if (payment.kind === 'check') {
    return { first: { label: again ?? 'Вернуться в настройки', href: SETTINGS }, second: null }
  }
  const artist = artistHref(payment)
  const toArtist = { label: 'На страницу музыканта', href: artist }
  if (payment.kind === 'tip') {
    if (again === null) return { first: toArtist, second: null }
    return {
      first: {
        label: again,
        href: `${artist}?tab=profile&thanks=1&again=1&amount=${payment.amount / 100}`,
      },
      second: toArtist,
    }
  }
  const songs = payment.sessionId === undefined ? null : `${artist}/${payment.sessionId}/songs`
  const gone = payment.reason !== undefined && NO_CONCERT.has(payment.reason)
  if (songs === null || gone || concert === null || concert === 'PLAYED')
    return { first: toArtist, second: null }
  const back = {
    label: 'Вернуться к концерту',
    href: concert === 'NOW' ? `${artist}?tab=order` : `${artist}/${payment.sessionId}`,
  }
  if (again !== null) {
    const sheet = new URLSearchParams({
      song: payment.songId ?? '',
      sum: String(payment.amount / 100),
    })
    const href = concert === 'NOW' ? `${artist}?tab=order&${sheet}` : `${songs}?${sheet}`
    return { first: { label: again, href }, second: back }
  }
  // While the concert goes on, what is ordered next is ordered on its own page.
  const more = { label: 'Заказать ещё', href: songs }
  return { first: back, second: concert === 'NOW' ? null : more }
}

const artistHref = ({ artistUsername }: Pick<LeavingTo, 'artistUsername'>) =>
  `/user/${encodeURIComponent(artistUsername)}`

/** The page of the listener's orders with the question about this one. */
export function cancelHref(
  payment: Pick<PaymentShown, 'id' | 'artistUsername' | 'sessionId'>,
  concert: ConcertStatus | null,
): string {
  const way = concert === 'SCHEDULED' ? `/${payment.sessionId}/songs?` : '?tab=order&'
  return `${artistHref(payment)}${way}cancel=${payment.id}`
}

const SETTINGS = '/artist/account-settings'

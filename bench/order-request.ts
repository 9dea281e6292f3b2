import { randomUUID } from 'node:crypto'
import { api } from '../contract/index.ts'
import { pathOf } from '../contract/path.ts'
import { addressOf, requestText } from './raw-http.ts'

type OrderWish = {
  readonly artistUsername: string
  readonly concertId: string
  readonly songId: string
  /** Kopecks, for a paid order. */
  readonly amount?: number
}

let phones = 0

/** An order from a new phone; each has an IP address of its own, so that no rate limit is measured. */
export function orderRequest({ artistUsername, concertId, songId, amount }: OrderWish): string {
  return requestText({
    method: 'POST',
    path: pathOf(api.songs.orderSong),
    headers: { 'x-forwarded-for': addressOf(phones++), 'idempotency-key': randomUUID() },
    body: {
      songId,
      artistUsername,
      sessionId: concertId,
      title: '',
      artistName: '',
      imageUrl: '',
      ...(amount === undefined ? {} : { amount }),
    },
  })
}

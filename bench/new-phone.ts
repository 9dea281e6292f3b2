import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import type { TestArtist, World } from '#test/support/world.ts'

/** An order from a telephone that nobody saw before. `amount`: kopecks, for one that has to be paid. */
export function orderFromNewPhone(
  world: World,
  turn: number,
  wish: { artist: TestArtist; concertId: string; songId: string | undefined; amount?: number },
) {
  // Every telephone stands behind an address of its own, so that no limit is measured.
  return world.app.http.inject({
    method: 'POST',
    url: pathOf(api.songs.orderSong),
    remoteAddress: `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    headers: { 'idempotency-key': randomUUID() },
    payload: {
      songId: wish.songId,
      artistUsername: wish.artist.username,
      sessionId: wish.concertId,
      title: '',
      artistName: '',
      imageUrl: '',
      ...(wish.amount === undefined ? {} : { amount: wish.amount }),
    },
  })
}

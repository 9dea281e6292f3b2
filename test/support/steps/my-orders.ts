import { api } from '#contract/index.ts'
import type { MyOrder } from '#contract/songs.ts'
import type { World } from '../world.ts'

/** The orders in a concert that the server returns to the phone with this cookie. */
export function myOrders(
  world: World,
  sessionId: string,
  cookie: string | undefined,
): Promise<MyOrder[]> {
  return world.ok(
    api.songs.myOrders,
    { query: { sessionId } },
    cookie === undefined ? {} : { cookie },
  )
}

/** Takes an order off as the phone with this cookie. */
export function cancelled(
  world: World,
  orderId: string | undefined,
  cookie: string | undefined,
): Promise<boolean> {
  return world.ok(
    api.songs.cancelOrder,
    { body: { orderId } },
    cookie === undefined ? {} : { cookie },
  )
}

/** The orders and the songs that were not played, from the artist's report. */
export async function eachSkipped(world: World, sessionId: string, as: { token: string }) {
  const { orders, skippedSongs, skipped } = await world.ok(
    api.session.report,
    { query: { sessionId } },
    as,
  )
  return { orders, skippedSongs, titles: skipped.map(({ title }) => title) }
}

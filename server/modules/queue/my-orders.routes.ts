import { api } from '#contract/index.ts'
import type { Limits } from '../../platform/http/limits.ts'
import { on } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import type { MyOrdersService } from './my-orders.service.ts'

export function myOrdersRoutes(orders: MyOrdersService, limits: Limits): Route[] {
  return [
    on(api.songs.myOrders, async ({ query, device, address }) => {
      // A telephone that nobody knows has none, and costs nothing.
      if (device.known() === null) return []
      await limits.spend('myOrdersOfAddress', address)
      return orders.ofDevice(query.sessionId, device.known())
    }),
    on(api.songs.cancelOrder, ({ body, device }) => orders.cancel(body.orderId, device.known())),
  ]
}

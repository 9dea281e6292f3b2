// How far the server’s clock is ahead of the device’s, in ms.
let aheadMs = 0

/** Takes the time from an answer that no cache can have kept; of the device's clock, `receivedAt` in ms since 1970. */
export function readServerTime(headers: Headers, receivedAt: number = Date.now()): void {
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (headers.get('cache-control') !== 'no-store' || Number.isNaN(serverTime)) return
  aheadMs = serverTime - receivedAt
}

/** Milliseconds since 1970 by the server's clock, exact to a second or two; by the device's before the first answer. */
export function serverNow(): number {
  return Date.now() + aheadMs
}

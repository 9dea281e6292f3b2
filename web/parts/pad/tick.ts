const TICK_MS = 12

/** A light touch back where the device can give one: on stage the eyes are elsewhere. */
export function tick(): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate(TICK_MS)
}

const FAR_PX = 80
const FAR_SHARE = 0.2

/**
 * What a finished swipe asks for: 1 the next picture (the finger went left), -1 the one before, 0 stay.
 * Far enough is the smaller of 80 px and a fifth of the width. Both arguments are px.
 */
export function swipeStep(distance: number, width: number): -1 | 0 | 1 {
  if (Math.abs(distance) < Math.min(FAR_PX, width * FAR_SHARE) || distance === 0) return 0
  return distance < 0 ? 1 : -1
}

/** The picture `step` places away in a ring of `count`. */
export function ringStep(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count
}

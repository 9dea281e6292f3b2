const SLIDE_MS = 320
const MOVE = 'cubic-bezier(0.45, 0, 0.15, 1)'

/** A slide at a whole number of widths plus some px; visible wherever it is. */
const at = (widths: number, px: number) => ({
  transform: `translateX(calc(${widths * 100}% + ${px}px))`,
  visibility: 'visible',
})

const timing = { duration: SLIDE_MS, easing: MOVE }

/** Puts the current slide under the finger, and its neighbour beside it. */
export function drag(current: HTMLElement, neighbour: HTMLElement, px: number): void {
  Object.assign(current.style, at(0, px))
  Object.assign(neighbour.style, at(px < 0 ? 1 : -1, px))
}

/** Takes back whatever the finger left on the slides. */
export function release(slides: Iterable<HTMLElement>): void {
  for (const slide of slides) {
    slide.style.transform = ''
    slide.style.visibility = ''
  }
}

/** One slide goes, the other comes in from the side of `direction`, both starting `px` away. */
export function turn(
  leaving: HTMLElement,
  arriving: HTMLElement,
  direction: -1 | 1,
  px: number,
): void {
  leaving.animate([at(0, px), at(-direction, 0)], timing)
  arriving.animate([at(direction, px), at(0, 0)], timing)
}

/** Neither was far enough: both go back. */
export function settle(current: HTMLElement, neighbour: HTMLElement, px: number): void {
  const side = px < 0 ? 1 : -1
  current.animate([at(0, px), at(0, 0)], timing)
  neighbour.animate([at(side, px), at(side, 0)], timing)
}

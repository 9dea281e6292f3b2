import { counted } from '#domain/russian.ts'
import { classes } from '#web/ui/classes.ts'
import type { MapPin } from './map-view.ts'
import css from './map.module.css'

const SVG = 'http://www.w3.org/2000/svg'
const BODY = 'M24 56C24 56 5 38 5 22a19 19 0 0 1 38 0C43 38 24 56 24 56z'
const BARS = 'M21.5 12h2.4v21h-2.4zM27 12h6.4v21H27z'
const DOTS = [18, 27]
/** Pixels; the tip of the drop is in the middle of the lower edge. */
export const PIN_WIDTH = 48
export const PIN_HEIGHT = 57

function shape(tag: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

/** The drop with the repeat sign in it. */
function pinDrawing(): SVGElement {
  const drawing = shape('svg', { viewBox: '0 0 48 58', 'aria-hidden': 'true' })
  const dots = DOTS.map((y) =>
    shape('circle', { cx: '15.5', cy: String(y), r: '3', class: css.dot ?? '' }),
  )
  drawing.append(
    shape('path', { d: BODY, class: css.body ?? '' }),
    ...dots,
    shape('path', { d: BARS, class: css.bars ?? '' }),
  )
  return drawing
}

/** For clusters, whose centre is their place; pins stand above theirs. */
const CLUSTER_RADIUS = 24

/** How far below its place a pin or a cluster extends, in pixels. */
export const lowerEdgeOf = (element: HTMLElement): number =>
  element.classList.contains(css.cluster ?? '') ? CLUSTER_RADIUS : 0

/** Writes the name of the venue under its pin, or removes it; the pin's own label contains it too. */
export function namePlace(pin: HTMLElement, place: string): void {
  const known = pin.querySelector<HTMLElement>(`.${css.place}`)
  if (place === '') return known?.remove()
  const name = known ?? document.createElement('span')
  name.className = css.place ?? ''
  // For pins in rows: under the place that they share.
  const { marginLeft, marginTop } = getComputedStyle(pin)
  name.style.left = `${-Number.parseFloat(marginLeft)}px`
  name.style.top = `${lowerEdgeOf(pin) - Number.parseFloat(marginTop)}px`
  name.setAttribute('aria-hidden', 'true')
  name.textContent = place
  pin.append(name)
}

/** A pin that cannot be pressed. */
export function quietPinElement(): HTMLElement {
  const pin = document.createElement('div')
  pin.setAttribute('role', 'img')
  pin.append(pinDrawing())
  return pin
}

/** The dot where the user is. */
export function meElement(): HTMLElement {
  const dot = document.createElement('div')
  dot.className = css.me ?? ''
  dot.setAttribute('role', 'img')
  dot.setAttribute('aria-label', 'Вы здесь')
  return dot
}

/** A button that selects the concert; as a link it also opens in a new tab. */
export function pinElement(href: string): HTMLElement {
  const pin = document.createElement('a')
  pin.setAttribute('role', 'button')
  pin.href = href
  pin.draggable = false
  pin.append(pinDrawing())
  // A link does not fire on the space bar, a button does.
  pin.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return
    event.preventDefault()
    pin.click()
  })
  return pin
}

/** Sets the label, the state and the styles of the pin for its concert. */
export function stylePin(element: HTMLElement, pin: MapPin, selected: boolean): void {
  const words = [pin.title, pin.place, pin.live === true && 'идёт сейчас']
  element.setAttribute('aria-label', words.filter(Boolean).join(', '))
  // The library has classes of its own on the element.
  element.classList.add(...classes(css.pin).split(' '))
  if (element.getAttribute('role') === 'button')
    element.setAttribute('aria-pressed', String(selected))
  element.classList.toggle(css.on ?? '', selected)
  element.classList.toggle(css.live ?? '', pin.live === true)
}

/** A cluster of concerts that lie too close: shows their number. `place`: the venue of all of them, or empty. */
export function clusterElement(count: number, live: boolean, place: string): HTMLButtonElement {
  const cluster = document.createElement('button')
  cluster.type = 'button'
  cluster.className = classes(css.cluster, live && css.live)
  const text = counted(count, 'концерт', 'концерта', 'концертов')
  const words = [`${text} рядом`, place, live && 'есть идущие сейчас']
  cluster.setAttribute('aria-label', `${words.filter(Boolean).join(', ')}: приблизить`)
  // Drawn by the stylesheet: the label above has the text, where a venue's name follows it.
  cluster.dataset['count'] = String(count)
  return cluster
}

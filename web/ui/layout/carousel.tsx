import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { Pause, Play } from '../icons/icons.tsx'
import { ringStep, swipeStep, useSwipe } from '../lists/use-swipe.ts'
import css from './carousel.module.css'
import { classes } from '../classes.ts'
import { Picture } from '../picture.tsx'
import type { PictureFile } from '../picture.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { useReducedMotion } from '../use-media.ts'
import { useNetworkIdle } from '../use-network-idle.ts'

const SLIDE_MS = 320
const MOVE = 'cubic-bezier(0.45, 0, 0.15, 1)'

/** A slide at a whole number of widths plus some px; visible wherever it is. */
const slideAt = (widths: number, px: number) => ({
  transform: `translateX(calc(${widths * 100}% + ${px}px))`,
  visibility: 'visible',
})

const timing = { duration: SLIDE_MS, easing: MOVE }

/** Moves the current slide with the finger, and its neighbour beside it. */
function drag(current: HTMLElement, neighbour: HTMLElement, px: number): void {
  Object.assign(current.style, slideAt(0, px))
  Object.assign(neighbour.style, slideAt(px < 0 ? 1 : -1, px))
}

/** Removes the styles that the drag left on the slides. */
function release(slides: Iterable<HTMLElement>): void {
  for (const slide of slides) {
    slide.style.transform = ''
    slide.style.visibility = ''
  }
}

/** Animates one slide out and the other in from the side of `direction`, both starting `px` away. */
function turn(leaving: HTMLElement, arriving: HTMLElement, direction: -1 | 1, px: number): void {
  leaving.animate([slideAt(0, px), slideAt(-direction, 0)], timing)
  arriving.animate([slideAt(direction, px), slideAt(0, 0)], timing)
}

/** The swipe was too short: both slides go back. */
function settle(current: HTMLElement, neighbour: HTMLElement, px: number): void {
  const side = px < 0 ? 1 : -1
  current.animate([slideAt(0, px), slideAt(0, 0)], timing)
  neighbour.animate([slideAt(side, px), slideAt(side, 0)], timing)
}

const STEP_MS = 4000

type CarouselImage = PictureFile & { alt?: string }

type CarouselProps = {
  images: readonly CarouselImage[]
  /** The address of the picture shown for «none at all» and for one that does not load. */
  fallback: string
  label: string
  /** As in `<img sizes>`. */
  sizes?: string
  className?: string | undefined
}

/** Pictures 2:1 that change every four seconds, by swipe and by dots. */
export function Carousel({ images, fallback, label, sizes = '100vw', className }: CarouselProps) {
  const given = images.filter((image) => image.url.trim() !== '')
  const chosen: readonly CarouselImage[] = given.length > 0 ? given : [{ url: fallback }]
  const slides = chosen.map((image, at) => ({ ...image, key: `${at} ${image.url}` }))
  const many = slides.length > 1

  const root = useRef<HTMLElement>(null)
  const [wanted, setWanted] = useState(0)
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const [stopped, setStopped] = useState(false)
  const [paused, setPaused] = useState(false)
  const hydrated = useHydrated()
  const networkIdle = useNetworkIdle()
  const still = useReducedMotion()
  const index = Math.min(wanted, slides.length - 1)
  const runs = many && !stopped && !paused && !still

  const drawn = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-slide]') ?? [])]

  const show = (to: number, direction: -1 | 1, px = 0) => {
    const all = drawn()
    const leaving = all[index]
    const arriving = all[to]
    if (to === index || !leaving || !arriving) return
    setWanted(to)
    if (!still) turn(leaving, arriving, direction, px)
  }

  const advance = useEffectEvent((from: number) => {
    if (!document.hidden) show(ringStep(from, 1, slides.length), 1)
  })
  useEffect(() => {
    if (!runs) return undefined
    const timer = setInterval(() => advance(index), STEP_MS)
    return () => clearInterval(timer)
  }, [runs, index])

  const markBroken = (url: string) => setBroken((now) => new Set(now).add(url))
  /* The error event of a picture that failed before hydration was missed: load it once more. */
  const askAgain = useEffectEvent(() => {
    for (const [at, slide] of drawn().entries()) {
      const image = slide.querySelector('img')
      const url = slides[at]?.url
      if (!url || !image?.complete || image.naturalWidth > 0) continue
      const probe = new Image()
      probe.addEventListener('error', () => markBroken(url))
      probe.src = image.currentSrc || url
    }
  })
  useEffect(() => {
    askAgain()
    const retry = () => setBroken(new Set())
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])

  const swipe = useSwipe(
    (px) => {
      const all = drawn()
      const current = all[index]
      const neighbour = all[ringStep(index, px < 0 ? 1 : -1, slides.length)]
      if (!current || !neighbour) return
      release(all)
      drag(current, neighbour, px)
    },
    (px) => {
      const all = drawn()
      release(all)
      const step = swipeStep(px, root.current?.clientWidth ?? 0)
      if (step !== 0) return show(ringStep(index, step, slides.length), step, px)
      const neighbour = all[ringStep(index, px < 0 ? 1 : -1, slides.length)]
      if (all[index] && neighbour && !still) settle(all[index], neighbour, px)
    },
  )

  const hold = (on: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setPaused(on)
  }
  const touch = (on: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') setPaused(on)
    if (on) swipe.onPointerDown(event)
    else swipe.onPointerUp(event)
  }
  const handlers = many
    ? {
        onPointerEnter: hold(true),
        onPointerLeave: hold(false),
        onPointerDown: touch(true),
        onPointerMove: swipe.onPointerMove,
        onPointerUp: touch(false),
        onPointerCancel: (event: PointerEvent) => {
          if (event.pointerType !== 'mouse') setPaused(false)
          swipe.onPointerCancel(event)
        },
        onFocus: () => setPaused(true),
        onBlur: () => setPaused(false),
      }
    : {}

  return (
    <section
      ref={root}
      aria-roledescription="карусель"
      aria-label={label}
      className={classes(css.carousel, className)}
      {...handlers}
    >
      <div aria-live={runs ? 'off' : 'polite'} className={css.slides}>
        {slides.map((slide, at) => {
          const failed = broken.has(slide.url)
          const nothing = failed && broken.has(fallback)
          return (
            <figure
              key={slide.key}
              data-slide
              aria-roledescription="слайд"
              aria-label={`${at + 1} из ${slides.length}`}
              className={classes(css.slide, at === index && css.current)}
            >
              {/* The others are rendered once they delay nothing that ordering needs. */}
              {(at === 0 || at === index || networkIdle) && !nothing && (
                <Picture
                  file={failed ? { url: fallback } : slide}
                  sizes={sizes}
                  alt={slide.alt ?? ''}
                  width={1200}
                  height={600}
                  draggable={false}
                  loading={at === 0 ? 'eager' : 'lazy'}
                  fetchPriority={at === 0 ? 'high' : 'low'}
                  decoding={at === 0 ? 'auto' : 'async'}
                  onError={() => markBroken(failed ? fallback : slide.url)}
                />
              )}
            </figure>
          )
        })}
      </div>
      {many && (
        <div className={css.dots}>
          {slides.map((slide, at) => (
            <button
              key={slide.key}
              type="button"
              aria-label={`Фото ${at + 1} из ${slides.length}`}
              aria-current={at === index ? 'true' : undefined}
              className={css.dot}
              onClick={() => show(at, at > index ? 1 : -1)}
            >
              <i />
            </button>
          ))}
        </div>
      )}
      {many && hydrated && !still && (
        <button
          type="button"
          aria-label={stopped ? 'Включить смену фотографий' : 'Остановить смену фотографий'}
          className={css.pause}
          onClick={() => setStopped(!stopped)}
        >
          <i>{stopped ? <Play /> : <Pause />}</i>
        </button>
      )}
    </section>
  )
}

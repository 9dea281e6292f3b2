import type { RefCallback } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { ArrowDown, ArrowUp } from '#web/ui/icons/artist-icons.tsx'
import css from './song-list.module.css'

const TINT_MS = 4000

export type OrderCue = {
  /** The ids of the entries that have just arrived. */
  fresh: ReadonlySet<string>
  /** For screen readers. */
  words: string
  /** How many arrived while the end of the list was out of view. */
  unseen: number
  /** Marks the end of the list where orders arrive. */
  end: RefCallback<HTMLElement>
  show(): void
}

/** Shows and announces a new order, with a sound if the artist wants it. */
export function useOrderCue(queue: readonly QueueEntry[]): OrderCue {
  const fresh = useNewOrders(queue)
  const orders = queue.filter(({ id, status }) => status === 'SCHEDULED' && fresh.has(id))
  const notified = useRef(new Set<string>())
  const place = useRef<HTMLElement | null>(null)
  // Null until the observer's first result: what arrives before it counts as neither met nor missed.
  const [inSight, setInSight] = useState<boolean | null>(null)
  const [missed, setMissed] = useState<ReadonlySet<string>>(new Set())
  const [met, setMet] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const news = [...fresh].filter((id) => !notified.current.has(id))
    if (news.length === 0) return
    notified.current = new Set([...notified.current, ...news])
    if (orderSoundIsOn()) ringOrder()
  }, [fresh])

  const unmet = orders.map(({ id }) => id).filter((id) => !missed.has(id) && !met.has(id))
  if (inSight === false && unmet.length > 0) setMissed(new Set([...missed, ...unmet]))
  // An entry that was in view once is not missed again, though it is still new.
  if (inSight === true && unmet.length + missed.size > 0) {
    setMet(new Set([...met, ...missed, ...unmet]))
    setMissed(new Set())
  }

  const [end] = useState<RefCallback<HTMLElement>>(() => (element: HTMLElement | null) => {
    place.current = element
    if (element === null) return undefined
    const watcher = new IntersectionObserver(([seen]) => setInSight(seen?.isIntersecting ?? true), {
      // The bottom bar covers this much of the screen.
      rootMargin: '0px 0px -130px 0px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  })

  const [only] = orders
  return {
    fresh,
    words:
      only === undefined
        ? ''
        : orders.length === 1
          ? `Новый заказ: ${only.title}.`
          : `Новых заказов: ${orders.length}.`,
    unseen: queue.filter(({ id, status }) => status === 'SCHEDULED' && missed.has(id)).length,
    end,
    show: () => place.current?.scrollIntoView({ block: 'center' }),
  }
}

/**
 * The ids of the entries that arrived while the pad was open, each for four seconds; an entry that collects money
 * counts once its goal is reached.
 */
function useNewOrders(queue: readonly QueueEntry[]): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const seen = known.current
    const ids = queue.filter(({ status }) => status !== 'COLLECTING').map(({ id }) => id)
    known.current = new Set([...(seen ?? []), ...ids])
    if (seen === null) return
    const arrived = ids.filter((id) => !seen.has(id))
    if (arrived.length === 0) return
    setFresh((before) => new Set([...before, ...arrived]))
    setTimeout(() => {
      setFresh((before) => new Set([...before].filter((id) => !arrived.includes(id))))
    }, TINT_MS)
  }, [queue])

  return fresh
}

type UnseenOrdersProps = { cue: Pick<OrderCue, 'unseen' | 'show'> }

/** The button to orders that arrived below the screen's edge, inside the heading of their list. */
export function UnseenOrders({ cue: { unseen, show } }: UnseenOrdersProps) {
  if (unseen === 0) return null
  return (
    <button type="button" className={css.orders} onClick={show}>
      Новых заказов: {unseen}
      <ArrowDown />
    </button>
  )
}

/** Over the big button: down to orders that arrived below the screen's edge, then up again. */
export function OrdersButton({ cue: { unseen, show } }: UnseenOrdersProps) {
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!away) return undefined
    const onScroll = () => window.scrollY < TOP_PX && setAway(false)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [away])
  if (unseen === 0 && !away) return null
  const press = () => {
    if (unseen > 0) {
      show()
      // On a music stand the lists scroll, and the page does not.
      setAway(document.documentElement.scrollHeight > window.innerHeight)
    } else {
      setAway(false)
      window.scrollTo({ top: 0 })
    }
  }
  return (
    <button type="button" className={css.jump} onClick={press}>
      {unseen > 0 ? `Новых заказов: ${unseen}` : 'Наверх'}
      {unseen > 0 ? <ArrowDown /> : <ArrowUp />}
    </button>
  )
}

const TOP_PX = 100

const NAME = 'pad-sound'
const NOTES_HZ = [659, 880]
const NOTE_S = 0.12
const LOUDNESS = 0.15

let studio: AudioContext | null = null

/** Whether this device plays a sound for a new order. */
export function orderSoundIsOn(): boolean {
  return readStored(NAME) !== null
}

export function switchOrderSound(on: boolean): void {
  writeStored(NAME, on ? 'true' : null)
  // A browser allows sound only after a touch; this is one.
  if (on) ringOrder()
}

/** Two short notes; silent where the browser blocks sound. */
function ringOrder(): void {
  try {
    studio ??= new AudioContext()
    const from = studio.currentTime
    void studio.resume().catch(() => undefined)
    for (const [at, hertz] of NOTES_HZ.entries()) note(studio, hertz, from + at * NOTE_S)
  } catch {
    studio = null
  }
}

function note(on: AudioContext, hertz: number, from: number): void {
  const voice = on.createOscillator()
  const volume = on.createGain()
  voice.frequency.value = hertz
  volume.gain.setValueAtTime(LOUDNESS, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S)
  voice.connect(volume).connect(on.destination)
  voice.start(from)
  voice.stop(from + NOTE_S)
}

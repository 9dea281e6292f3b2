import { DndContext, DragOverlay, useDraggable, useSensor, useSensors } from '@dnd-kit/core'
import type { DragEndEvent, DragStartEvent } from '@dnd-kit/core'
import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { classes } from '#web/ui/classes.ts'
import { MousePull, TouchHold, verticalOnly, useInstantScroll } from '#web/ui/lists/hold-sensors.ts'
import type { SongPlace } from '../commands/command.ts'
import css from './song-list.module.css'
import type { Drop, ListSpan, Span } from './drop-place.ts'
import { dropAt, dropBeside, dropPlace, placeText } from './drop-place.ts'
import { PadRow } from './pad-row.tsx'

/** Longer than any tap on stage; a finger that moves at once scrolls. */
const HOLD = { delay: 400, tolerance: 8 }
/** In px; a mouse that moves slightly in a press drags nothing. */
const MOUSE_PULL = { distance: 6 }
const TICK_MS = 12
/** A finger that moves less than this (px) means no drag. */
const STILL_PX = 6
/** The part of the window at each edge where dragging a song scrolls it. */
const SCROLL = { threshold: { x: 0, y: 0.12 } }
// The <output> below has the announcements.
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}
const KEYS = 'Alt+ArrowUp Alt+ArrowDown'
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

type DragSongsProps = {
  /** The waiting songs, in the order of the pad. */
  songs: readonly QueueEntry[]
  /** The pad shows one list. */
  merged: boolean
  /** Returns whether it may go there. */
  onMove: (song: QueueEntry, place: SongPlace) => boolean
  /** The song was held and released in place: a slow tap. */
  onTap: (song: QueueEntry) => void
  children: ReactNode
}

const HintContext = createContext<Drop | null>(null)

/** Wraps the lists of the pad: their rows are dragged by holding them, or moved by Alt and an arrow. */
export function DragSongs({ songs, merged, onMove, onTap, children }: DragSongsProps) {
  const [held, setHeld] = useState<QueueEntry | null>(null)
  const [moving, setMoving] = useState(false)
  const [hint, setHint] = useState<Drop | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const pointer = usePointer()
  const sensors = useSensors(
    useSensor(MousePull, { activationConstraint: MOUSE_PULL }),
    useSensor(TouchHold, { activationConstraint: HOLD }),
  )
  useInstantScroll(held !== null)
  useAltArrows((id, step) => {
    const song = songs.find((one) => one.id === id)
    const drop = song && dropBeside(songs, song, step, merged)
    const place = song && drop && dropPlace(songs, song, drop, merged)
    if (!place) return false
    put(song, place)
    return true
  })

  const placeAt = (song: QueueEntry) => {
    const drop = dropAt(measuredLists(), pointer.y())
    return { drop, place: drop && dropPlace(songs, song, drop, merged) }
  }
  const wordsOf = (song: QueueEntry, place: SongPlace) =>
    `${song.title}. ${placeText(songs, song, place, merged)}.`
  function put(song: QueueEntry, place: SongPlace) {
    setAnnouncement(onMove(song, place) ? `Поставили: ${wordsOf(song, place)}` : '')
  }
  function onDragStart({ active, activatorEvent }: DragStartEvent) {
    const song = songs.find(({ id }) => id === active.id)
    if (song === undefined) return
    cancelWhereGone(activatorEvent.target)
    if (typeof navigator.vibrate === 'function') navigator.vibrate(TICK_MS)
    pointer.start()
    setHeld(song)
    setAnnouncement(`Взяли: ${song.title}.`)
  }
  function onDragMove() {
    if (held === null) return
    if (!pointer.isStill()) setMoving(true)
    const { drop, place } = placeAt(held)
    setHint(place && drop)
    if (place !== null) setAnnouncement(wordsOf(held, place))
  }
  function end() {
    setHeld(null)
    setMoving(false)
    setHint(null)
  }
  function onDragEnd({ active }: DragEndEvent) {
    end()
    // It may have started, or been removed elsewhere.
    const song = songs.find(({ id }) => id === active.id)
    if (song === undefined) return
    if (!moving && pointer.isStill()) return onTap(song)
    const { place } = placeAt(song)
    if (place !== null) put(song, place)
  }

  return (
    <DndContext
      sensors={sensors}
      modifiers={[verticalOnly]}
      accessibility={SILENT}
      autoScroll={moving && SCROLL}
      {...{ onDragStart, onDragMove, onDragEnd, onDragCancel: end }}
    >
      <HintContext value={hint}>{children}</HintContext>
      <DragOverlay dropAnimation={null}>
        {held !== null && (
          <ul inert className={css.held}>
            <PadRow song={held} view={undefined} />
          </ul>
        )}
      </DragOverlay>
      <output className="sr">{announcement}</output>
    </DndContext>
  )
}

/** Makes the row of a song draggable; a `still` one only tells its place. */
export function useDragRow(song: QueueEntry, still: boolean): ComponentProps<'li'> {
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: song.id, disabled: still })
  const hint = use(HintContext)
  const line =
    hint?.over === song.id && 'after' in hint && (hint.after ? css.dropAfter : css.dropBefore)
  const row = { ...listeners, 'data-entry': song.id, 'aria-keyshortcuts': KEYS }
  return {
    ...row,
    ref: setNodeRef,
    className: classes(css.row, isDragging && css.away, line || undefined),
  }
}

/** The class of an empty list while a song is dragged over it. */
export function useEmptyList(list: SongPlace['list']): string | undefined {
  return use(HintContext)?.over === list ? css.empty : undefined
}

/** The pointer's height (px from the top of the window), taken from the events, since the rendered state may lag behind them. */
function usePointer() {
  const pointer = useRef({ y: 0, from: 0 })
  useEffect(() => {
    const listeners = new AbortController()
    const options = { capture: true, passive: true, signal: listeners.signal }
    const note = ({ clientY }: { clientY: number }) => {
      pointer.current.y = clientY
    }
    for (const type of ['touchstart', 'touchmove', 'touchend'] as const)
      window.addEventListener(
        type,
        ({ changedTouches: [touch] }) => touch !== undefined && note(touch),
        options,
      )
    for (const type of ['mousedown', 'mousemove', 'mouseup'] as const)
      window.addEventListener(type, note, options)
    return () => listeners.abort()
  }, [])
  return {
    y: () => pointer.current.y,
    /** A song is picked up here. */
    start() {
      pointer.current.from = pointer.current.y
    },
    isStill: () => Math.abs(pointer.current.y - pointer.current.from) < STILL_PX,
  }
}

/** Alt and an arrow on the focused row; the focus stays with the song. `move` returns whether the song has moved. */
function useAltArrows(move: (entryId: string, step: -1 | 1) => boolean) {
  const moved = useRef<string | null>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, altKey } = event
    const step = STEPS[key]
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null
    if (step === undefined || !altKey || row === null) return
    event.preventDefault()
    const id = row.dataset['entry'] ?? ''
    if (move(id, step)) moved.current = id
  })
  useEffect(() => {
    const listeners = new AbortController()
    document.addEventListener('keydown', onKeyDown, { signal: listeners.signal })
    return () => listeners.abort()
  }, [])
  // Its row may have been rendered again in the other list.
  useEffect(() => {
    if (moved.current === null) return
    const rows = document.querySelectorAll<HTMLElement>('[data-entry]')
    const row = [...rows].find(({ dataset }) => dataset['entry'] === moved.current)
    moved.current = null
    if (document.activeElement === document.body)
      row?.querySelector<HTMLElement>('[data-row]')?.focus()
  })
}

/** The row under a finger may be removed before the finger is lifted, and its events with it: cancel the drag, which would never end. */
function cancelWhereGone(target: EventTarget | null) {
  if (!(target instanceof Node)) return
  const cancel = () => {
    if (!target.isConnected) document.dispatchEvent(new Event('touchcancel'))
  }
  target.addEventListener('touchend', cancel, { once: true })
}

/** Measures the current layout of the pad's lists. */
function measuredLists(): ListSpan[] {
  return [...document.querySelectorAll<HTMLElement>('[data-list]')].map((element) => ({
    ...spanOf(element),
    list: element.dataset['list'] === 'QUEUED' ? 'QUEUED' : 'SCHEDULED',
    rows: [...element.querySelectorAll<HTMLElement>('[data-entry]')].map((row) => ({
      ...spanOf(row),
      id: row.dataset['entry'] ?? '',
    })),
  }))
}

/** By layout, not by what is painted: an animated row counts at its target. */
function spanOf(element: HTMLElement): Span {
  let top = element.offsetTop
  for (let at = element.offsetParent; at instanceof HTMLElement; at = at.offsetParent)
    top += at.offsetTop + at.clientTop
  for (let at = element.parentElement; at !== null; at = at.parentElement) top -= at.scrollTop
  return { top, bottom: top + element.offsetHeight }
}

import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import { call } from '#web/lib/call.ts'
import { storeOrderHintSeen } from '#web/lib/device-memory.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { useOnce } from '#web/lib/value-hooks.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { SongRow } from '#web/parts/song-row.tsx'
import { classes } from '#web/ui/classes.ts'
import { CircleCheck } from '#web/ui/icons.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { Section } from '#web/ui/section.tsx'
import { OrderMark } from './order-mark.tsx'
import type { ConcertName } from './order-outbox.ts'
import { openOrderOutbox } from './order-outbox.ts'
import type { OrderLook } from './order-request.ts'
import css from './order-screen.module.css'
import { useMyOrders } from './use-my-orders.ts'
import type { Orders } from './use-orders.ts'

const OrderSheets = lazyPart('web/features/ordering/order-sheets.tsx', async () => {
  const { OrderSheets: Part } = await import('./order-sheets.tsx')
  return Part
})
const SearchResults = lazyPart('web/features/ordering/search-results.tsx', async () => {
  const { SearchResults: Part } = await import('./search-results.tsx')
  return Part
})
const MyOrders = lazyPart('web/features/ordering/my-orders.tsx', async () => {
  const { MyOrders: Part } = await import('./my-orders.tsx')
  return Part
})

export type OrderScreenProps = {
  orders: Orders
  /** Listeners may order. */
  open: boolean
  /** The concert is over: nothing is sent or taken off any more. */
  over?: boolean
  look: OrderLook
  /** More songs that the address can mean, besides what was found and the queue. */
  songs?: readonly Song[]
  searchLabel: string
  /** What the search form sends besides the text, without scripts. */
  searchFields?: ReactNode
  /** What stands in the place of the search where listeners do not order. */
  closed?: ReactNode
  searchClass?: string | undefined
  mineClass?: string | undefined
  /** What stands above the listener's own orders. */
  intro?: ReactNode
  /** The queue. What is found stands in its place. */
  children: ReactNode
}

const NO_SONGS: readonly Song[] = []
/** Songs of the repertoire to choose from; the others are searched for. */
const MOST_OFFERED = 20
/** Asked for: some of them stand in the queue already. */
const MOST_ASKED = 60
const NO_QUEUE: readonly QueueEntry[] = []

/** The search that orders songs, the listener's own orders, and the queue. */
export function OrderScreen(props: OrderScreenProps) {
  const { orders, open, over = false, look, songs = NO_SONGS } = props
  const { searchLabel, searchFields, closed, searchClass, mineClass, intro, children } = props
  const { concert, live, order, rules, hrefOf, sheet, ordering, mine, refused } = orders
  const { artistUsername: username, sessionId } = concert
  const { queue } = live
  const [params] = useSearchParams()
  const atConcert = rules.choosy && sessionId ? { sessionId } : {}
  const search = useSearch<readonly Song[]>(
    (input, signal) =>
      call(api.songs.findSong, { query: { input, username, ...atConcert } }, { signal }),
    { first: order?.search ?? null },
  )
  const sheets = useOnce(orders.asks)
  const [repertoire, setRepertoire] = useState(NO_SONGS)
  usePreload(() => {
    if (!open) return
    const asked = call(api.songs.getFavoriteSongs, {
      query: { artistUsername: username, limit: MOST_ASKED, ...atConcert },
    })
    // Without it the search still finds every song.
    void asked.then(setRepertoire, () => undefined)
  })
  const offered = repertoire
    .filter(({ songId }) => !queue.some((entry) => entry.songId === songId))
    .slice(0, MOST_OFFERED)
  const hydrated = useHydrated()
  const searching = open && search.text.trim() !== ''
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!searching) return
    // Whoever searches needs no hint how to order.
    storeOrderHintSeen()
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0)
      top.current?.scrollIntoView({ behavior: 'instant' })
  }, [searching])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (search.pending) search.again()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  return (
    <>
      <div ref={top} className={css.top} />
      {/* Without scripts the text is cleared by the way back alone: the head stays. */}
      <div
        data-searching={(hydrated && searching) || undefined}
        className={classes('wrap', css.search, searchClass)}
      >
        {open ? (
          <search>
            <form onSubmit={submit}>
              {searchFields}
              <SearchBox
                label={searchLabel}
                name="q"
                value={search.text}
                onValue={search.setText}
              />
            </form>
          </search>
        ) : (
          closed
        )}
        {open && rules.line !== null && <p className={css.rules}>{rules.line}</p>}
        <ConnectionStrip connection={live.connection} heardAt={live.heardAt} />
        <OrderedNote ordered={params.get('ordered')} queue={queue} />
      </div>
      {searching ? (
        <SearchResults
          search={search}
          hrefOf={hrefOf}
          onOpen={sheet.open}
          suggestions={rules.suggestions}
        />
      ) : (
        <>
          {intro}
          {mine.orders.length > 0 && (
            <MyOrders
              sessionId={sessionId}
              mine={mine}
              {...(!over && { open: { ordering, hrefOf, sheet, refused } })}
              className={classes('wrap', mineClass)}
            />
          )}
          {children}
          {open && offered.length > 0 && (
            <div className={classes('wrap', css.offered)}>
              <Section title="Репертуар музыканта">
                <ul>
                  {offered.map((song) => (
                    <SongRow
                      key={song.songId}
                      song={song}
                      href={hrefOf({ song: song.songId })}
                      onPress={() => sheet.open({ song: song.songId })}
                      note={song.heard}
                      mark={<OrderMark />}
                    />
                  ))}
                </ul>
              </Section>
            </div>
          )}
        </>
      )}
      {open && sheets && (
        <OrderSheets
          sessionId={sessionId}
          paidFrom={rules.paidFrom}
          look={look}
          ordering={ordering}
          songs={[
            ...(search.found ?? NO_SONGS),
            ...songs,
            ...offered,
            ...(order?.song ? [order.song] : []),
            ...queue,
            ...mine.orders.flatMap((one) =>
              one.songId === null ? [] : { ...one, songId: one.songId },
            ),
          ]}
          typed={search.text.trim()}
          formKey={order?.key ?? ''}
          hrefOf={hrefOf}
          sheet={sheet}
          onSent={() => search.setText('')}
        />
      )}
    </>
  )
}

export type PastOrdersProps = { concert: ConcertName; first: readonly MyOrder[] | null }

/** What was ordered on this device in a concert that is over. */
export function PastOrders({ concert: { artistUsername, sessionId }, first }: PastOrdersProps) {
  const outbox = useMemo(
    () => openOrderOutbox({ artistUsername, sessionId }),
    [artistUsername, sessionId],
  )
  const connection = 'live'
  const mine = useMyOrders({
    sessionId,
    outbox,
    queue: NO_QUEUE,
    connection,
    first,
    running: false,
  })
  return mine.orders.length > 0 && <MyOrders sessionId={sessionId} mine={mine} />
}

type OrderedNoteProps = {
  /** The id of the song that a form ordered without scripts; null: none. */
  ordered: string | null
  queue: readonly QueueEntry[]
}

/** The answer to an order that was made without scripts. */
function OrderedNote({ ordered, queue }: OrderedNoteProps) {
  if (ordered === null) return null
  const song = queue.find(({ songId }) => songId === ordered)
  return (
    <output className={css.note}>
      <CircleCheck className="ico" />
      {song === undefined ? 'Песня заказана' : `Заказано: «${song.title}»`}
    </output>
  )
}

/** Counted from the page's `load` event. */
const PRELOAD_MS = 4000
/** A listener who does any of these may want to order. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'focusin', 'scroll'] as const

/** Loads what the screen needs next, some time after the page has loaded: the network may be gone when it is needed. */
function usePreload(onLoad: () => void): void {
  const tell = useEffectEvent(onLoad)
  useEffect(() => {
    const load = () => {
      stop()
      for (const part of [SearchResults, OrderSheets, MyOrders]) part.come()
      tell()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(load, PRELOAD_MS)
    }
    // On a bad network the page itself is still on its way by then.
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('load', wait)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, load)
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, load, { passive: true })
    return stop
  }, [])
}

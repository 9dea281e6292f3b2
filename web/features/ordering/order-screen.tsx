import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormEvent, MouseEvent, ReactNode, RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import { placeInWords } from '#domain/queue/place-words.ts'
import { call } from '#web/lib/calls/call.ts'
import { readPass, storeOrderHintSeen } from '#web/lib/device/device-memory.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { useOnce } from '#web/lib/value-hooks.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { PlaceLine } from '#web/parts/songs/place-line.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CircleCheck } from '#web/ui/icons/icons.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useNetworkIdle } from '#web/ui/use-network-idle.ts'
import { playsUntilText } from './ahead.ts'
import { EarlySearch, earlyAnswer } from './early-search.tsx'
import { isAlive } from './mine/merge-orders.ts'
import { hasAnswer } from './ordering-state.ts'
import type { OrderFormVariant } from './sheets/order-request.ts'
import css from './order-screen.module.css'
import { waitText } from './wait-text.ts'
import { limited, RuleLine } from './rule-line.tsx'
import type { Orders } from './use-orders.ts'

const OrderSheets = lazyPart('web/features/ordering/sheets/order-sheets.tsx', async () => {
  const { OrderSheets: Part } = await import('./sheets/order-sheets.tsx')
  return Part
})
const SearchResults = lazyPart('web/features/ordering/search-results.tsx', async () => {
  const { SearchResults: Part } = await import('./search-results.tsx')
  return Part
})
const Choosing = lazyPart('web/features/ordering/choosing.tsx', async () => {
  const { Choosing: Part } = await import('./choosing.tsx')
  return Part
})
const MyOrders = lazyPart('web/features/ordering/mine/my-orders.tsx', async () => {
  const { MyOrders: Part } = await import('./mine/my-orders.tsx')
  return Part
})
/** The songs that the hall votes for. */
export const BattleCard = lazyPart('web/features/ordering/battle-card.tsx', async () => {
  const { BattleCard: Part } = await import('./battle-card.tsx')
  return Part
})
/** The songs that money is collected for. */
export const Collecting = lazyPart('web/features/ordering/collecting.tsx', async () => {
  const { Collecting: Part } = await import('./collecting.tsx')
  return Part
})
const UndoBar = lazyPart('web/ui/overlays/undo-bar.tsx', async () => {
  const { UndoBar: Part } = await import('#web/ui/overlays/undo-bar.tsx')
  return Part
})
/** Shown instead of the content of a closed evening, until the word is accepted. */
export const LockedEvening = lazyPart(
  'web/features/ordering/sheets/locked-evening.tsx',
  async () => {
    const { LockedEvening: Part } = await import('./sheets/locked-evening.tsx')
    return Part
  },
)
const TurnSignal = lazyPart('web/features/ordering/mine/turn-signal.tsx', async () => {
  const { TurnSignal: Part } = await import('./mine/turn-signal.tsx')
  return Part
})

/** The orders of this device in a concert that is over. */
export const PastOrders = lazyPart('web/features/ordering/mine/past-orders.tsx', async () => {
  const { PastOrders: Part } = await import('./mine/past-orders.tsx')
  return Part
})

type OrderScreenProps = {
  orders: Orders
  /** Listeners may order. */
  open: boolean
  look: OrderFormVariant
  /** Further songs that the address may refer to, besides those found and the queue. */
  songs?: readonly Song[]
  searchLabel: string
  /** Further fields of the search form, for sending it without scripts. */
  searchFields?: ReactNode
  /** Shown instead of the search where listeners cannot order. */
  closed?: ReactNode
  searchClass?: string | undefined
  /** Shown above the listener's own orders: on the stage the song that sounds. */
  intro?: ReactNode
  /** The stage: its screen becomes the listener's song, and on a desk it has two columns. */
  stage?: boolean
  /** Ways to thank with money for a song that was played. */
  tip?: ReactNode
  /** The queue. The search results replace it. */
  children: ReactNode
}

const NO_SONGS: readonly Song[] = []

/** The search that orders songs, the listener's own orders, and the queue. */
export function OrderScreen(props: OrderScreenProps) {
  const { orders, open, look, songs = NO_SONGS } = props
  const { searchLabel, searchFields, closed, searchClass, intro, children } = props
  const { stage = false, tip } = props
  const { concert, live, order, rules, hrefOf, mine, ahead, undoable } = orders
  const zone = useViewerZone()
  const until = playsUntilText(live.session?.dateTimeEnd ?? ahead?.endsAt, zone)
  const { artistUsername: username, sessionId, pass } = concert
  const { queue } = live
  const battle = live.session?.battle
  const [params] = useSearchParams()
  const where = { username, ...(sessionId && { sessionId }), ...(pass && { pass }) }
  const search = useSearch<readonly Song[]>(
    async (input, signal) => {
      // The page may be of a moment when this device had no pass.
      const held = readPass(sessionId) ?? pass
      const query = { input, ...where, ...(held && { pass: held }) }
      const early = held === pass ? await earlyAnswer(where, input) : undefined
      return early ?? call(api.songs.findSong, { query }, { signal })
    },
    { first: order?.search ?? null },
  )
  const sheets = useOnce(orders.asks)
  const [choice, setChoice] = useState(order?.choice ?? null)
  // Pressed for, and since in vain.
  const [choosing, setChoosing] = useState<boolean | null>(null)
  const preloads = usePreload()
  const networkIdle = useNetworkIdle()
  const searching = open && search.text.trim() !== ''
  // Not needed by a listener who has typed a search, or who has ordered.
  const busy = searching || orders.asks || mine.orders.some(isAlive)
  const offers = useOnce(open && preloads && (networkIdle || !busy))
  const hydrated = useHydrated()
  const screen = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const sent = useRef(false)
  useEffect(() => {
    // A listener who searches or orders needs no hint how to order.
    if (searching || orders.asks) storeOrderHintSeen()
    if (searching) backTo(top)
    else if (sent.current && !orders.asks) {
      // Only now: a sheet that closes puts the page back where it was.
      backTo(screen)
      sent.current = false
    }
  }, [searching, orders.asks])
  const searchAgain = useEffectEvent(() => search.failed !== null && search.again())
  useEffect(() => {
    // A server that was away for a moment is no event of the browser's.
    if (live.connection === 'live') searchAgain()
  }, [live.connection])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (search.pending) search.again()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  // A press that waits for its answer is an order already.
  const lit = mine.orders.some((one) => isAlive(one) && one.share !== true)
  return (
    <div ref={screen} data-desk={stage || undefined} className={stage ? css.stage : undefined}>
      <div data-fold className={css.left}>
        {intro}
        {mine.orders.length > 0 && (
          <MyOrders
            sessionId={sessionId}
            mine={mine}
            until={until}
            inRows
            tip={tip}
            open={{ ...orders, onCancel: orders.cancelLater }}
          />
        )}
        {stage && open && !lit && ahead !== null && !limited(orders) && (
          <section aria-label="Место для вашей песни" className={css.ahead}>
            <PlaceLine digits={ahead.place} lit={false}>
              <b className={css.aheadWords}>Ваша встанет {placeInWords(ahead.place)}</b>
              {ahead.waitMinutes !== null && <span>{waitText(ahead.waitMinutes)}</span>}
              {until !== null && <span className="t-s">{until}</span>}
            </PlaceLine>
          </section>
        )}
      </div>
      <div className={css.right}>
        <div ref={top} className={css.top} />
        {/* Without scripts the search is cleared only by the back link, so the head stays. */}
        <div
          data-searching={(hydrated && searching) || undefined}
          className={classes('wrap', css.search, searchClass)}
        >
          {stage && searching && <h1 className="sr">Заказ песни</h1>}
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
              <EarlySearch query={where} />
            </search>
          ) : (
            closed
          )}
          <Announcer words={`Приём заказов ${open ? 'открыт' : 'закрыт'}`} />
          {open && <RuleLine orders={orders} searching={searching} />}
          <ConnectionStrip connection={live.connection} receivedAt={live.receivedAt} />
          {mine.orders.length > 0 && <TurnSignal orders={mine.orders} fills={stage} />}
          <OrderedNote ordered={params.get('ordered')} queue={queue} />
        </div>
        {searching ? (
          <SearchResults search={search} orders={orders} />
        ) : (
          <>
            {children}
            {open && choice === null && (
              <div className={classes('wrap', css.choose)}>
                <Button
                  block
                  loading={choosing === true}
                  href={`${hrefOf({ choose: true })}#choose`}
                  onClick={(event: MouseEvent) => {
                    event.preventDefault()
                    setChoosing(true)
                  }}
                >
                  Выбрать из репертуара
                </Button>
              </div>
            )}
            {open && (choosing !== null || offers || choice !== null) && (
              <Choosing
                orders={orders}
                choice={choice}
                onChoice={setChoice}
                pressed={choosing}
                onFailed={() => setChoosing((now) => now && false)}
              />
            )}
          </>
        )}
      </div>
      {(open || rules.support !== null || battle?.paid || hasAnswer(orders.ordering)) && sheets && (
        <OrderSheets
          {...{ orders, open, look }}
          songs={[
            ...(search.found ?? NO_SONGS),
            ...songs,
            ...(choice?.songs ?? NO_SONGS),
            ...(order?.song ? [order.song] : []),
            ...queue,
            ...(battle?.songs.map((song) => ({ ...song, imageUrl: '' })) ?? []),
            ...mine.orders.flatMap((one) =>
              one.songId === null ? [] : { ...one, songId: one.songId },
            ),
          ]}
          typed={search.text.trim()}
          onSent={() => {
            sent.current = true
            search.setText('')
          }}
        />
      )}
      {undoable !== null && (
        <UndoBar key={undoable.id} undoable={undoable} onGone={orders.onGone} />
      )}
    </div>
  )
}

/** Scrolls up to it where it is above the screen. */
function backTo({ current }: RefObject<HTMLElement | null>): void {
  if (current && current.getBoundingClientRect().top < 0)
    current.scrollIntoView({ behavior: 'instant' })
}

type OrderedNoteProps = {
  /** The id of the song that a form ordered without scripts; null: none. */
  ordered: string | null
  queue: readonly QueueEntry[]
}

/** The confirmation of an order made without scripts. */
function OrderedNote({ ordered, queue }: OrderedNoteProps) {
  if (ordered === null) return null
  const song = queue.find(({ songId }) => songId === ordered)
  return (
    <output className={css.note}>
      <CircleCheck />
      {song
        ? `Заказано: «${song.title}»`
        : ordered === 'wish'
          ? 'Музыкант увидит, что вы её ждёте'
          : 'Песня заказана'}
    </output>
  )
}

/** Counted from the page's `load` event. */
const PRELOAD_MS = 4000
/** A listener who does any of these is likely to order. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'focusin', 'scroll'] as const

const PARTS = [SearchResults, OrderSheets, MyOrders, TurnSignal, UndoBar]

// The search was typed into before hydration: load the parts during it.
if (typeof document !== 'undefined' && document.querySelector<HTMLInputElement>('[name=q]')?.value)
  for (const part of PARTS) part.preload()

/**
 * Preloads the screen's next parts some time after the page's load, since the network may be gone when they are needed.
 * True from then on.
 */
function usePreload(): boolean {
  const [begun, begin] = useState(false)
  useEffect(() => {
    const load = () => {
      stop()
      for (const part of PARTS) part.preload()
      begin(true)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(load, PRELOAD_MS)
    }
    // On a slow network the page itself may still be loading by then.
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
  return begun
}

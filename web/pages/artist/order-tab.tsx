import { useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { nowOf } from '#domain/queue.ts'
import { call } from '#web/lib/call.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'
import type { OrderView } from '#web/lib/order-view.ts'
import { hasSeenOrderHint, watchMemory } from '#web/lib/device-memory.ts'
import { useCameAt } from '#web/lib/use-came-at.ts'
import { useLastingLoss } from '#web/lib/use-lasting-loss.ts'
import { useOnce } from '#web/lib/use-once.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import {
  MyOrders,
  OrderSheets,
  SearchResults,
  useOrderParts,
} from '#web/parts/order/order-parts.ts'
import { OrderedNote } from '#web/parts/order/ordered-note.tsx'
import { useOrderPlace } from '#web/parts/order/use-order-place.ts'
import { classes } from '#web/ui/classes.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { orderHref } from './artist-tab.ts'
import type { ArtistHead, CurrentConcert } from './artist-view.ts'
import { expireArtist } from './held-artist.ts'
import { NotArrived } from './not-arrived.tsx'
import { NowPlaying } from './now-playing.tsx'
import { QueueList } from './queue-list.tsx'
import css from './order-tab.module.css'

export type OrderTabProps = {
  head: ArtistHead
  concert: CurrentConcert
  order: OrderView | null
  /** What is known of the artist's songs, for addresses that name one. */
  repertoire: readonly Song[]
  live: LiveConcert
}

const HintSheet = lazyPart('web/pages/artist/hint-sheet.tsx', async () => {
  const { HintSheet: Part } = await import('./hint-sheet.tsx')
  return Part
})

const NOTHING_FOUND: readonly Song[] = []

/** The stage: what is played, what waits, and the search that orders more. */
export function OrderTab({ head, concert, order, repertoire, live }: OrderTabProps) {
  const { queue } = live
  const name = { artistUsername: head.username, sessionId: concert.id }
  const [params] = useSearchParams()
  const ordered = params.get('ordered')
  const search = useSearch<readonly Song[]>(
    (input, signal) =>
      call(api.songs.findSong, { query: { input, username: head.username } }, { signal }),
    { first: order?.search ?? null },
  )
  const cameAt = useCameAt()
  const active = live.session?.active ?? concert.active
  // The queue that the page came with may be hidden by its artist; only the channel's is the whole one.
  const heard = queue !== concert.queue
  const place = useOrderPlace({
    concert: name,
    live,
    whole: heard,
    running: active,
    paidFrom: head.paidFrom,
    order,
    hrefOf: orderHref,
    onStale: expireArtist,
  })
  const { sheet, ordering, mine, refused, deviceOrders, own, asks } = place
  const sheets = useOnce(asks)
  useOrderParts()

  const seen = useSyncExternalStore(watchMemory, hasSeenOrderHint, () => true)
  const hint = useOnce(!seen)

  const stale = useLastingLoss(live.connection)
  const playing = nowOf(queue)
  const searching = concert.open && search.text.trim() !== ''
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (search.pending) search.again()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  return (
    <>
      <div className={classes('wrap', css.search)}>
        {concert.open ? (
          <search>
            <form onSubmit={submit}>
              <input type="hidden" name="tab" value="order" />
              <SearchBox
                label="Найти песню"
                name="q"
                value={search.text}
                onValue={search.setText}
              />
            </form>
          </search>
        ) : (
          <div className={css.off}>
            <p className="t-l">На этом концерте песни не заказывают</p>
            <p className="muted">Здесь видно, что играют сейчас и что будет дальше.</p>
          </div>
        )}
        <ConnectionStrip connection={live.connection} heardAt={live.heardAt} />
        <OrderedNote ordered={ordered} queue={queue} />
      </div>
      {searching ? (
        <SearchResults search={search} hrefOf={orderHref} onOpen={sheet.open} />
      ) : (
        <>
          {mine.orders.length > 0 && (
            <MyOrders
              concert={name}
              mine={mine}
              open={{ ordering, hrefOf: orderHref, sheet, refused }}
              className={classes('wrap', css.mine)}
            />
          )}
          {order === null && !heard ? (
            <NotArrived />
          ) : (
            <>
              <NowPlaying
                song={playing}
                silence={
                  queue.length === 0 && concert.open
                    ? 'Закажите первую песню'
                    : 'Тишина перед песней'
                }
                stale={stale}
                active={active}
                mine={own.has(playing?.id)}
              />
              <QueueList queue={queue} orders={deviceOrders} mine={own} since={cameAt} />
            </>
          )}
        </>
      )}
      {concert.open && sheets && (
        <OrderSheets
          concert={name}
          paidFrom={head.paidFrom}
          look="sum"
          ordering={ordering}
          songs={[
            ...(search.found ?? NOTHING_FOUND),
            ...repertoire,
            ...(order?.song ? [order.song] : []),
            ...queue,
          ]}
          typed={search.text.trim()}
          formKey={order?.key ?? ''}
          hrefOf={orderHref}
          sheet={sheet}
          onSent={() => search.setText('')}
        />
      )}
      {concert.open && hint && <HintSheet wait={asks} />}
    </>
  )
}

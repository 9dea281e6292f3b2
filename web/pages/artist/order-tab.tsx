import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { nowOf } from '#domain/queue.ts'
import { call } from '#web/lib/call.ts'
import { entryOf, pruneOrders, useDeviceOrders } from '#web/lib/device-orders.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'
import { useLastingLoss } from '#web/lib/use-lasting-loss.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { classes } from '#web/ui/classes.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import type { ArtistHead, CurrentConcert, OrderView } from './artist-view.ts'
import { NowPlaying } from './now-playing.tsx'
import { OrderSheets } from './order-sheets.tsx'
import { OrderedNote } from './ordered-note.tsx'
import { QueueList } from './queue-list.tsx'
import { SearchResults } from './search-results.tsx'
import { useFormOrder } from './use-form-order.ts'
import { useOrderSheet } from './use-order-sheet.ts'
import css from './order-tab.module.css'

export type OrderTabProps = {
  head: ArtistHead
  concert: CurrentConcert
  order: OrderView | null
  /** What is known of the artist's songs, for addresses that name one. */
  repertoire: readonly Song[]
  live: LiveConcert
}

const NOTHING_FOUND: readonly Song[] = []

/** The stage: what is played, what waits, and the search that orders more. */
export function OrderTab({ head, concert, order, repertoire, live }: OrderTabProps) {
  const { queue } = live
  const name = { artistUsername: head.username, sessionId: concert.id }
  const [params] = useSearchParams()
  const ordered = params.get('ordered')
  const sheet = useOrderSheet()
  const search = useSearch<readonly Song[]>(
    (input, signal) =>
      call(api.songs.findSong, { query: { input, username: head.username } }, { signal }),
    { first: order?.search ?? null },
  )
  const [cameAt] = useState(() => Date.now())
  const orders = useDeviceOrders(name)
  useFormOrder(ordered, name, queue)

  // The queue that the page came with may be hidden by its artist; only the channel's is the whole one.
  const heard = queue !== concert.queue
  const { artistUsername, sessionId } = name
  useEffect(() => {
    if (heard && orders.length > 0) pruneOrders({ artistUsername, sessionId }, queue, Date.now())
  }, [heard, queue, orders.length, artistUsername, sessionId])

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
          <p className="t-l">На этом концерте песни не заказывают</p>
        )}
        <ConnectionStrip connection={live.connection} heardAt={live.heardAt} />
        <OrderedNote ordered={ordered} queue={queue} />
      </div>
      {searching ? (
        <SearchResults search={search} onOpen={sheet.open} />
      ) : (
        <>
          <NowPlaying
            song={playing}
            silence={
              queue.length === 0 && concert.open ? 'Закажите первую песню' : 'Тишина перед песней'
            }
            stale={stale}
            active={live.session?.active ?? concert.active}
            mine={orders.some((one) => playing !== null && entryOf(one, [playing]) !== undefined)}
          />
          <QueueList queue={queue} orders={orders} since={cameAt} />
        </>
      )}
      {concert.open && (
        <OrderSheets
          concert={name}
          paid={head.paid}
          queue={queue}
          songs={[
            ...(search.found ?? NOTHING_FOUND),
            ...repertoire,
            ...(order?.song ? [order.song] : []),
            ...queue,
          ]}
          typed={search.text.trim()}
          formKey={order?.key ?? ''}
          sheet={sheet}
          onOrdered={() => search.setText('')}
        />
      )}
    </>
  )
}

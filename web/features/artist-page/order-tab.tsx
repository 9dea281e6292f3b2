import { useSyncExternalStore } from 'react'
import type { Song } from '#contract/shapes.ts'
import { nowOf } from '#domain/queue.ts'
import { OrderScreen, useOrders } from '#web/features/ordering/index.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import { hasSeenOrderHint, watchMemory } from '#web/lib/device-memory.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'
import { useLastingLoss } from '#web/lib/use-lasting-loss.ts'
import { useOnce } from '#web/lib/use-once.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { orderHref } from './artist-tab.ts'
import type { ArtistHead, CurrentConcert } from './artist-view.ts'
import { expireArtist } from './held-artist.ts'
import { NotArrived } from './not-arrived.tsx'
import { NowPlaying } from './now-playing.tsx'
import css from './order-tab.module.css'
import { QueueList } from './queue-list.tsx'

export type OrderTabProps = {
  head: ArtistHead
  concert: CurrentConcert
  order: OrderView | null
  /** What is known of the artist's songs, for addresses that name one. */
  repertoire: readonly Song[]
  live: LiveConcert
}

const HintSheet = lazyPart('web/features/artist-page/hint-sheet.tsx', async () => {
  const { HintSheet: Part } = await import('./hint-sheet.tsx')
  return Part
})

/** The stage: what is played, what waits, and the search that orders more. */
export function OrderTab({ head, concert, order, repertoire, live }: OrderTabProps) {
  const { queue } = live
  const active = live.session?.active ?? concert.active
  // The queue that the page came with may be hidden by its artist; only the channel's is the whole one.
  const heard = queue !== concert.queue
  const orders = useOrders({
    concert: { artistUsername: head.username, sessionId: concert.id },
    live,
    whole: heard,
    running: active,
    paidFrom: head.paidFrom,
    order,
    hrefOf: orderHref,
    onStale: expireArtist,
  })
  const { own, coming, asks } = orders

  const seen = useSyncExternalStore(watchMemory, hasSeenOrderHint, () => true)
  const hint = useOnce(!seen)

  const stale = useLastingLoss(live.connection)
  const playing = nowOf(queue)
  const empty = queue.length === 0 && concert.open
  return (
    <>
      <OrderScreen
        orders={orders}
        open={concert.open}
        look="sum"
        songs={repertoire}
        searchLabel="Найти песню"
        searchFields={<input type="hidden" name="tab" value="order" />}
        closed={
          <div className={css.off}>
            <p className="t-l">На этом концерте песни не заказывают</p>
            <p className="muted">Здесь видно, что играют сейчас и что будет дальше.</p>
          </div>
        }
        searchClass={css.search}
        mineClass={css.mine}
      >
        {order === null && !heard ? (
          <NotArrived />
        ) : (
          <>
            <NowPlaying
              song={playing}
              silence={empty ? 'Закажите первую песню' : 'Тишина перед песней'}
              stale={stale}
              active={active}
              mine={own.has(playing?.id)}
            />
            <QueueList queue={queue} coming={coming} mine={own} />
          </>
        )}
      </OrderScreen>
      {concert.open && hint && <HintSheet wait={asks} />}
    </>
  )
}

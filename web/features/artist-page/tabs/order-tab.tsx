import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Song } from '#contract/shapes.ts'
import { nowOf } from '#domain/queue/queue.ts'
import type { HrefOf } from '#web/features/ordering/address.ts'
import { BattleCard, OrderScreen, supportWay, useOrders } from '#web/features/ordering/index.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import { hasSeenOrderHint, watchStored } from '#web/lib/device/device-memory.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useConnectionLost } from '#web/lib/live/live-concert.ts'
import { useOnce } from '#web/lib/value-hooks.ts'
import { ComplainButton } from '#web/parts/complaint/complain-button.tsx'
import { subjectsOf } from '#web/parts/complaint/subjects.ts'
import type { ThanksBoardProps } from '#web/parts/money/thanks-board.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { classes } from '#web/ui/classes.ts'
import { useNetworkIdle } from '#web/ui/use-network-idle.ts'
import { NotArrived } from '../artist-frame.tsx'
import { orderHref } from './artist-tab.ts'
import type { ArtistHead, CurrentConcert } from '../artist-view.ts'
import { expireArtistCache } from '../artist-cache.ts'
import { Who } from '../hall/hall-head.tsx'
import css from '../hall/hall.module.css'
import { NowPlaying } from '../hall/now-playing.tsx'
import { QueueList } from '../hall/queue-list.tsx'
import { ThanksButton } from '../tip/thanks-button.tsx'

type OrderTabProps = {
  head: ArtistHead
  concert: CurrentConcert
  order: OrderView | null
  /** The known songs of the artist, for URLs that name one. */
  repertoire: readonly Song[]
  live: LiveConcert
  /** What is collected for. */
  goal: ReactNode
}

const HintSheet = lazyPart('web/features/artist-page/tabs/hint-sheet.tsx', async () => {
  const { HintSheet: Part } = await import('./hint-sheet.tsx')
  return Part
})

const OwnSong = lazyPart('web/features/artist-page/own-song/own-song.tsx', async () => {
  const { OwnSong: Part } = await import('../own-song/own-song.tsx')
  return Part
})
const ThanksBoard = lazyPart<ThanksBoardProps>('web/parts/money/thanks-board.tsx', async () => {
  const { ThanksBoard: Part } = await import('#web/parts/money/thanks-board.tsx')
  return Part
})
const TipSums = lazyPart('web/features/artist-page/own-song/tip-sums.tsx', async () => {
  const { TipSums: Part } = await import('../own-song/tip-sums.tsx')
  return Part
})

/** The stage: the current song, the queue, and the search that orders more. */
export function OrderTab({ head, concert, order, repertoire, live, goal }: OrderTabProps) {
  const { queue } = live
  // Without scripts every URL carries the table.
  const t = useSearchParams()[0].get('t') ?? ''
  const hrefOf: HrefOf = (address) => orderHref({ ...address, t })
  const active = live.session?.active ?? concert.active
  // The artist may hide the queue that was loaded with the page; only the channel's is complete.
  const isLive = queue !== concert.queue
  const orders = useOrders({
    concert: {
      artistUsername: head.username,
      sessionId: concert.id,
      isOn: true,
      pass: concert.pass,
    },
    live,
    whole: isLive,
    running: active,
    account: head,
    sessionRules: concert.sessionRules ?? {},
    order,
    hrefOf,
    onStale: expireArtistCache,
  })
  const { own, mine, asks, rules } = orders
  const open = concert.open && rules.reception

  const seen = useSyncExternalStore(watchStored, hasSeenOrderHint, () => true)
  const networkIdle = useNetworkIdle()
  const hint = useOnce(!seen && networkIdle)

  const stale = useConnectionLost(live.connection)
  const board = live.session?.board ?? []
  const battle = live.session?.battle
  const playing = nowOf(queue)
  const empty = queue.length === 0 && open
  const support = concert.open ? supportWay(orders) : null
  return (
    <>
      <OrderScreen
        orders={orders}
        open={open}
        look="sum"
        songs={repertoire}
        searchLabel="Найти песню"
        searchFields={
          <>
            <input type="hidden" name="tab" value="order" />
            {t !== '' && <input type="hidden" name="t" value={t} />}
          </>
        }
        closed={
          <div className={css.off}>
            <p className="t-l">
              {concert.open ? 'Приём заказов закрыт' : 'На этом концерте песни не заказывают'}
            </p>
            <p className="muted">Здесь видно, что играют сейчас и что будет дальше.</p>
          </div>
        }
        searchClass={css.search}
        stage
        tip={head.takesTips ? <TipSums artistUsername={head.username} /> : undefined}
        intro={
          <>
            <Who head={head} className={css.onDesk} />
            {battle && <BattleCard orders={orders} battle={battle} />}
            {(order !== null || isLive) && (
              <NowPlaying
                song={playing}
                silence={empty ? 'Ждём ваших заказов' : 'Скоро начнём'}
                stale={stale}
                active={active}
                paused={rules.paused}
                mine={own.has(playing?.id)}
              />
            )}
          </>
        }
      >
        {order === null && !isLive ? (
          <NotArrived />
        ) : (
          <>
            {goal}
            <QueueList queue={queue} orders={orders} open={open} support={support} />
            {board.length > 0 && <ThanksBoard board={board} className="wrap" />}
            <div className="wrap">
              <ComplainButton
                username={head.username}
                subjects={subjectsOf(concert, queue, board)}
              />
            </div>
            {head.takesTips && (
              <div className={classes('wrap', css.thanks)}>
                <ThanksButton newLook={false} block />
              </div>
            )}
          </>
        )}
        {open && hint && <HintSheet suggestions={rules.suggestions} wait={asks} />}
      </OrderScreen>
      {mine.orders.length > 0 && networkIdle && (
        <OwnSong orders={mine.orders} artistUsername={head.username} takesTips={head.takesTips} />
      )}
    </>
  )
}

import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import type { HrefOf, OrderAddress } from '#web/features/ordering/address.ts'
import type { MergedOrder, SupportWay } from '#web/features/ordering/index.ts'
import {
  Collecting,
  OrderScreen,
  queueNote,
  supportPress,
  supportWay,
  useOrders,
  WantMark,
} from '#web/features/ordering/index.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import { hasSeenOrderHint, watchStored } from '#web/lib/device/device-memory.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useConnectionLost } from '#web/lib/live/live-concert.ts'
import { useOnce } from '#web/lib/value-hooks.ts'
import { ComplainButton } from '#web/parts/complaint/complain-button.tsx'
import { subjectsOf } from '#web/parts/complaint/subjects.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Beat, Lines } from '#web/ui/status/beat.tsx'
import { classes } from '#web/ui/classes.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { Strings } from '#web/ui/status/strings.tsx'
import { useFlipList } from '#web/ui/lists/use-flip-list.ts'
import { useNetworkIdle } from '#web/ui/use-network-idle.ts'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { NotArrived } from '../artist-frame.tsx'
import { orderHref } from './artist-tab.ts'
import type { ArtistHead, CurrentConcert } from '../artist-view.ts'
import { expireArtistCache } from '../artist-cache.ts'
import css from '../artist.module.css'
import { ThanksButton } from '../tip/thanks-button.tsx'

type QueueListProps = {
  queue: readonly QueueEntry[]
  /** Orders of this device that the queue does not show yet. */
  coming: readonly MergedOrder[]
  /** The ids of the entries that this device ordered. */
  mine: ReadonlySet<string | undefined>
  /** The entries among them that this device supports without an order of its own. */
  joined: ReadonlySet<string | undefined>
  hrefOf: HrefOf
  /** Opens the sheet of a song that another listener has ordered; null where ordering is not possible. */
  onWant: ((address: OrderAddress) => void) | null
  /** How another listener's song is supported; null where support is not possible. */
  support: SupportWay | null
}

/** The queue. This device's orders are marked, and shown before the channel delivers them. */
function QueueList(props: QueueListProps) {
  const { queue, coming, mine, joined, hrefOf, onWant, support } = props
  const flip = useFlipList<HTMLOListElement>()
  const rows = waiting(queue)
  return (
    <div className={classes('wrap', css.queue)}>
      <Section title="В очереди">
        {rows.length + coming.length === 0 && (
          <p className={classes('t-l muted', css.empty)}>
            Здесь будут отображаться заказанные песни
          </p>
        )}
        <ol ref={flip}>
          {rows.map((entry, at) => (
            <SongRow
              key={entry.id}
              song={entry}
              number={at + 1}
              note={queueNote(entry, mine.has(entry.id), { support, joined: joined.has(entry.id) })}
              {...supportPress(entry, support, mine.has(entry.id))}
              {...(onWant !== null &&
                support === null &&
                !mine.has(entry.id) && {
                  href: hrefOf({ song: entry.songId }),
                  onPress: () => onWant({ song: entry.songId }),
                  mark: <WantMark>Хочу тоже</WantMark>,
                })}
            />
          ))}
          {coming.map((order, at) => (
            <SongRow
              key={order.key}
              song={{ ...order, songId: order.songId ?? order.title, imageUrl: '' }}
              number={rows.length + at + 1}
              note="Заказано"
            />
          ))}
        </ol>
      </Section>
      <Collecting queue={queue} way={support} />
    </div>
  )
}

type NowPlayingProps = {
  song: QueueEntry | null
  /** Shown in place of the song while there is none. */
  silence: string
  active: boolean
  /** The label while the concert is paused. */
  paused: string
  /** The channel is disconnected: the shown state may be outdated, so nothing is animated. */
  stale: boolean
  /** It was ordered on this device. */
  mine: boolean
}

/** The song that is playing now. */
function NowPlaying({ song, silence, active, paused, stale, mine }: NowPlayingProps) {
  return (
    <section aria-labelledby="now-playing" className={css.now}>
      <div className="wrap">
        <p
          id="now-playing"
          className={classes(css.label, !active && css.paused, stale && css.stale)}
        >
          {active && !stale && <Beat />}
          {!active && <Lines />}
          {active ? 'Сейчас играет' : paused}
        </p>
        {song === null ? (
          <p className={classes('d-l muted', css.title)}>{silence}</p>
        ) : (
          <>
            <h2 className={classes(titleStep(song.title, 'd-xl'), css.title)}>
              <WholeWords>{song.title}</WholeWords>
            </h2>
            <p className="t-l muted">{song.artistName}</p>
            {mine && <p className="b now-c">Ваш заказ</p>}
          </>
        )}
      </div>
      <Strings paused={!active || stale || song === null} className={css.strings} />
    </section>
  )
}

type OrderTabProps = {
  head: ArtistHead
  concert: CurrentConcert
  order: OrderView | null
  /** The known songs of the artist, for URLs that name one. */
  repertoire: readonly Song[]
  live: LiveConcert
}

const HintSheet = lazyPart('web/features/artist-page/tabs/hint-sheet.tsx', async () => {
  const { HintSheet: Part } = await import('./hint-sheet.tsx')
  return Part
})

/** The stage: the current song, the queue, and the search that orders more. */
export function OrderTab({ head, concert, order, repertoire, live }: OrderTabProps) {
  const { queue } = live
  // Without scripts every URL carries the table.
  const t = useSearchParams()[0].get('t') ?? ''
  const hrefOf: HrefOf = (address) => orderHref({ ...address, t })
  const active = live.session?.active ?? concert.active
  // The artist may hide the queue that was loaded with the page; only the channel's is complete.
  const isLive = queue !== concert.queue
  const orders = useOrders({
    concert: { artistUsername: head.username, sessionId: concert.id, isOn: true },
    live,
    whole: isLive,
    running: active,
    account: head,
    sessionRules: concert.sessionRules ?? {},
    order,
    hrefOf,
    onStale: expireArtistCache,
  })
  const { own, coming, asks, joined, sheet, rules } = orders
  const open = concert.open && rules.reception

  const seen = useSyncExternalStore(watchStored, hasSeenOrderHint, () => true)
  const networkIdle = useNetworkIdle()
  const hint = useOnce(!seen && networkIdle)

  const stale = useConnectionLost(live.connection)
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
        mineClass={css.mine}
      >
        {order === null && !isLive ? (
          <NotArrived />
        ) : (
          <>
            <NowPlaying
              song={playing}
              silence={empty ? 'Закажите первую песню' : 'Скоро начнём'}
              stale={stale}
              active={active}
              paused={rules.paused}
              mine={own.has(playing?.id)}
            />
            {head.takesTips && (
              <div className={classes('wrap', css.thanks)}>
                <ThanksButton newLook={false} block />
              </div>
            )}
            <QueueList
              queue={queue}
              coming={coming}
              mine={own}
              joined={joined}
              hrefOf={hrefOf}
              onWant={open ? sheet.open : null}
              support={support}
            />
            <div className="wrap">
              <ComplainButton username={head.username} subjects={subjectsOf(concert, queue)} />
            </div>
          </>
        )}
        {open && hint && <HintSheet wait={asks} />}
      </OrderScreen>
    </>
  )
}

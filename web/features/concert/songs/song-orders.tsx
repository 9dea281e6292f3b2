import type { QueueEntry } from '#contract/shapes.ts'
import type { HrefOf } from '#web/features/ordering/address.ts'
import { orderSearch } from '#web/features/ordering/address.ts'
import { OrderScreen, useOrders } from '#web/features/ordering/index.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'
import { ComingSongs } from './coming-songs.tsx'
import css from './concert-songs.module.css'
import type { SongsView } from './songs-view.ts'

export type SongOrdersProps = { view: SongsView; live: LiveConcert }

const songsHref: HrefOf = (address) => `?${orderSearch(address)}`

function emptyWords({ session, open, shown }: SongsView, queue: readonly QueueEntry[]): string {
  if (session.sessionStatus === 'PLAYED') return 'Концерт прошёл, заказы закрыты'
  if (!shown) return 'Музыкант пока не показывает песни этого концерта'
  const taken = queue.some(({ status }) => status === 'QUEUED')
  const none = taken ? 'Все заказанные песни уже в очереди' : 'Пока ни одной песни'
  return open ? `${none}. Добавьте свою.` : none
}

/** What will be played, and the search that adds more. */
export function SongOrders({ view, live }: SongOrdersProps) {
  const { session, username, open, shown, paidFrom, order } = view
  const { queue } = live
  const orders = useOrders({
    concert: { artistUsername: username, sessionId: session.id },
    live,
    // A list that its artist hides comes by the channel alone.
    whole: shown || live.heardAt !== null,
    running: session.sessionStatus === 'NOW' && (live.session?.active ?? session.active),
    paidFrom,
    order,
    hrefOf: songsHref,
  })
  const { own, coming } = orders
  return (
    <OrderScreen
      orders={orders}
      open={open}
      over={session.sessionStatus === 'PLAYED'}
      look="question"
      searchLabel="Название песни или артиста"
      searchClass={open ? css.open : undefined}
      intro={
        open && (
          <p className="wrap t-l">Добавьте свои любимые треки, чтобы услышать их на концерте</p>
        )
      }
    >
      <div className="wrap">
        <ComingSongs
          queue={shown ? queue : queue.filter(({ id }) => own.has(id))}
          coming={coming}
          mine={own}
          empty={emptyWords(view, queue)}
        />
      </div>
    </OrderScreen>
  )
}

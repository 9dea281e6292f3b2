import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import { call } from '#web/lib/call.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'
import { useCameAt } from '#web/lib/use-came-at.ts'
import { useOnce } from '#web/lib/use-once.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import type { HrefOf } from '#web/parts/order/order-address.ts'
import { orderSearch } from '#web/parts/order/order-address.ts'
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
import { ComingSongs } from './coming-songs.tsx'
import type { SongsView } from './songs-view.ts'
import css from './concert-songs.module.css'

export type SongOrdersProps = { view: SongsView; live: LiveConcert }

const songsHref: HrefOf = (address) => `?${orderSearch(address)}`

const NOTHING_FOUND: readonly Song[] = []

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
  const name = { artistUsername: username, sessionId: session.id }
  const [params] = useSearchParams()
  const ordered = params.get('ordered')
  const search = useSearch<readonly Song[]>(
    (input, signal) => call(api.songs.findSong, { query: { input, username } }, { signal }),
    { first: order.search },
  )
  const cameAt = useCameAt()
  const place = useOrderPlace({
    concert: name,
    live,
    // A list that its artist hides comes by the channel alone.
    whole: shown || live.heardAt !== null,
    running: session.sessionStatus === 'NOW' && (live.session?.active ?? session.active),
    paidFrom,
    order,
    hrefOf: songsHref,
  })
  const { sheet, ordering, mine, refused, deviceOrders, own, asks } = place
  const sheets = useOnce(asks)
  useOrderParts()
  const searching = open && search.text.trim() !== ''
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (search.pending) search.again()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  return (
    <>
      <div className={classes('wrap', css.search, open && css.open)}>
        {open && (
          <search>
            <form onSubmit={submit}>
              <SearchBox
                label="Название песни или артиста"
                name="q"
                value={search.text}
                onValue={search.setText}
              />
            </form>
          </search>
        )}
        <ConnectionStrip connection={live.connection} heardAt={live.heardAt} />
        <OrderedNote ordered={ordered} queue={queue} />
      </div>
      {searching ? (
        <SearchResults search={search} hrefOf={songsHref} onOpen={sheet.open} />
      ) : (
        <>
          {open && (
            <p className="wrap t-l">Добавьте свои любимые треки, чтобы услышать их на концерте</p>
          )}
          {mine.orders.length > 0 && (
            <MyOrders
              concert={name}
              mine={mine}
              {...(session.sessionStatus !== 'PLAYED' && {
                open: { ordering, hrefOf: songsHref, sheet, refused },
              })}
              className="wrap"
            />
          )}
          <div className="wrap">
            <ComingSongs
              queue={shown ? queue : queue.filter(({ id }) => own.has(id))}
              orders={deviceOrders}
              mine={own}
              since={cameAt}
              empty={emptyWords(view, queue)}
            />
          </div>
        </>
      )}
      {open && sheets && (
        <OrderSheets
          concert={name}
          paidFrom={paidFrom}
          look="question"
          ordering={ordering}
          songs={[
            ...(search.found ?? NOTHING_FOUND),
            ...(order.song ? [order.song] : []),
            ...queue,
          ]}
          typed={search.text.trim()}
          formKey={order.key}
          hrefOf={songsHref}
          sheet={sheet}
          onSent={() => search.setText('')}
        />
      )}
    </>
  )
}

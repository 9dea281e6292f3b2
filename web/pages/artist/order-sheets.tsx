import { useActionData, useSearchParams } from 'react-router'
import type { QueueEntry } from '#contract/shapes.ts'
import type { ConcertName } from '#web/lib/device-orders.ts'
import { useToast } from '#web/ui/toast-context.ts'
import { tabHref } from './artist-tab.ts'
import { HintSheet } from './hint-sheet.tsx'
import type { Wish } from './order-wish.ts'
import { OwnSongSheet } from './own-song-sheet.tsx'
import { RejectionSheet } from './rejection-sheet.tsx'
import { SongSheet } from './song-sheet.tsx'
import type { OrderableSong } from './song-sheet.tsx'
import { useLast } from './use-last.ts'
import { useOrder } from './use-order.ts'
import type { OrderAnswer } from './use-order.ts'
import type { OrderSheet } from './use-order-sheet.ts'

export type OrderSheetsProps = {
  concert: ConcertName
  paid: boolean
  queue: readonly QueueEntry[]
  /** Every song that the address can mean. */
  songs: readonly OrderableSong[]
  typed: string
  formKey: string
  sheet: OrderSheet
  onOrdered: () => void
}

/** Everything that may lie over the order tab: the question, one's own song, the refusal, the hint. */
export function OrderSheets(props: OrderSheetsProps) {
  const { concert, paid, queue, songs, typed, formKey, sheet, onOrdered } = props
  const [search] = useSearchParams()
  const sent = useActionData<{ rejected: string }>()
  const toast = useToast()

  const song = songs.find(({ songId }) => songId === search.get('song')) ?? null
  const lastSong = useLast(song)
  const suggesting = search.has('suggest')
  const isOpen = (wish: Wish) => (wish.songId === null ? suggesting : wish.songId === song?.songId)

  const ordering = useOrder({
    concert,
    queue,
    paid,
    rejectedAtFirst: sent?.rejected ?? null,
    onAnswer(answer: OrderAnswer, wish: Wish) {
      if (answer === 'none') {
        if (!isOpen(wish)) toast({ text: `Нет связи: «${wish.title}» не заказана`, tone: 'error' })
        return
      }
      if (isOpen(wish)) sheet.close()
      if (answer === 'rejected') return
      toast(`Заказано: «${wish.title}»`)
      onOrdered()
    },
  })
  const { sending, unanswered, rejected } = ordering
  const form = {
    sessionId: concert.sessionId,
    formKey,
    trouble: unanswered !== null && isOpen(unanswered.wish) ? unanswered.words : null,
    sending,
    closeHref: tabHref('order', { q: typed }),
    onOrder: ordering.order,
    onClose() {
      ordering.dismiss()
      sheet.close()
    },
  }
  const free = rejected === null
  return (
    <>
      {lastSong && <SongSheet {...form} open={free && song !== null} song={lastSong} />}
      <OwnSongSheet
        {...form}
        key={suggesting ? 'open' : 'closed'}
        open={free && suggesting}
        typed={typed}
      />
      <RejectionSheet message={rejected} onClose={ordering.dismiss} />
      <HintSheet wait={!free || song !== null || suggesting} />
    </>
  )
}

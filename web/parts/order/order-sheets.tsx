import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueEntry } from '#contract/shapes.ts'
import { kopecks } from '#domain/money.ts'
import { useToast } from '#web/ui/toast-context.ts'
import type { ConcertName } from '../../lib/device-orders.ts'
import type { Wish } from '../../lib/order-wish.ts'
import type { PostedRefusal } from '../../lib/posted-order.ts'
import { useLast } from '../../lib/use-last.ts'
import type { OrderAnswer, WrongAmount } from '../../lib/use-order.ts'
import { useOrder } from '../../lib/use-order.ts'
import type { HrefOf } from './order-address.ts'
import { amountTrouble } from './order-amount.ts'
import type { OrderLook } from './order-amount.ts'
import { OwnSongSheet } from './own-song-sheet.tsx'
import { PaySheet } from './pay-sheet.tsx'
import { RejectionSheet } from './rejection-sheet.tsx'
import { SongSheet } from './song-sheet.tsx'
import type { OrderableSong } from './song-sheet.tsx'
import type { OrderSheet } from './use-order-sheet.ts'

export type OrderSheetsProps = {
  concert: ConcertName
  /** Rubles that an order costs at least; null where orders are free. */
  paidFrom: number | null
  look: OrderLook
  /** Null where it is not known yet. */
  queue: readonly QueueEntry[] | null
  /** Every song that the address can mean. */
  songs: readonly OrderableSong[]
  typed: string
  formKey: string
  /** What became of the form that was sent without scripts. */
  refused: PostedRefusal | undefined
  hrefOf: HrefOf
  sheet: OrderSheet
  onOrdered: () => void
  /** The page knows an old price. */
  onStale: () => void
  /** What else may lie over the page, while nothing here does. */
  hint?: (wait: boolean) => ReactNode
}

/** Everything that may lie over a place of orders: the question, one's own song, the refusal, the payment. */
export function OrderSheets(props: OrderSheetsProps) {
  const { concert, paidFrom, look, queue, songs, typed, formKey, refused, hrefOf, sheet } = props
  const { onOrdered, onStale, hint } = props
  const [search] = useSearchParams()
  const toast = useToast()

  const song = songs.find(({ songId }) => songId === search.get('song')) ?? null
  const lastSong = useLast(song)
  const suggesting = search.has('suggest')
  const isOpen = (wish: Wish) => (wish.songId === null ? suggesting : wish.songId === song?.songId)

  const ordering = useOrder({
    concert,
    queue,
    paid: paidFrom !== null,
    refusedAtFirst: refused,
    onAnswer(answer: OrderAnswer, wish: Wish) {
      if (answer === 'none') {
        if (!isOpen(wish)) toast({ text: `Нет связи: «${wish.title}» не заказана`, tone: 'error' })
        return
      }
      if (answer === 'wrong amount') return onStale()
      if (isOpen(wish)) sheet.close()
      if (answer === 'rejected') return
      if (answer === 'ordered') toast(`Заказано: «${wish.title}»`)
      onOrdered()
    },
  })
  const { sending, unanswered, wrongAmount, toPay } = ordering
  const kept = wrongAmount?.wish.songId === null ? wrongAmount.wish : null
  const atField = paidFrom !== null && wrongAmount !== null && isOpen(wrongAmount.wish)
  const rejected = ordering.rejected ?? (atField ? null : (wrongAmount?.words ?? null))
  const close = () => {
    ordering.dismiss()
    sheet.close()
  }
  const form = {
    sessionId: concert.sessionId,
    formKey,
    paidFrom,
    look,
    wrongAmount: atField ? wrongIn(wrongAmount, paidFrom, look) : null,
    trouble: unanswered !== null && isOpen(unanswered.wish) ? unanswered.words : null,
    sending,
    closeHref: hrefOf({ q: typed }),
    onOrder: ordering.order,
    onClose: close,
    onChange: ordering.dismiss,
  }
  const free = rejected === null && toPay === null
  return (
    <>
      {lastSong && (
        <SongSheet
          {...form}
          action={hrefOf({ q: typed, song: lastSong.songId })}
          open={free && song !== null}
          song={lastSong}
        />
      )}
      <OwnSongSheet
        {...form}
        action={hrefOf({ q: typed, suggest: true })}
        key={suggesting ? 'open' : 'closed'}
        open={free && suggesting}
        typed={kept?.title ?? typed}
        artistTyped={kept?.artistName ?? ''}
      />
      <RejectionSheet message={rejected} closeHref={hrefOf({})} onClose={close} />
      <PaySheet
        toPay={toPay && { title: toPay.wish.title, paymentURL: toPay.paymentURL }}
        onClose={ordering.dismiss}
      />
      {hint?.(!free || song !== null || suggesting)}
    </>
  )
}

/** The page may have learnt the true price since the server refused the sum. */
function wrongIn({ wish, words }: WrongAmount, paidFrom: number, look: OrderLook) {
  const amount = wish.amount ?? kopecks(0)
  return {
    words: amountTrouble(amount, paidFrom, look) ?? words,
    typed: amount === 0 ? '' : String(amount / 100),
  }
}

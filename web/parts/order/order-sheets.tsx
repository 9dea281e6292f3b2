import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { kopecks } from '#domain/money.ts'
import type { ConcertName } from '../../lib/device-orders.ts'
import type { Wish } from '../../lib/order-wish.ts'
import { useLast } from '../../lib/use-last.ts'
import type { Ordering, WrongAmount } from '../../lib/use-order.ts'
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
  ordering: Ordering
  /** Every song that the address can mean. */
  songs: readonly OrderableSong[]
  typed: string
  formKey: string
  hrefOf: HrefOf
  sheet: OrderSheet
  /** An order has left its sheet. */
  onSent: () => void
}

/** Everything that may lie over a place of orders: the question, one's own song, the refusal, the payment. */
export function OrderSheets(props: OrderSheetsProps) {
  const { concert, paidFrom, look, ordering, songs, typed, formKey, hrefOf, sheet } = props
  const { onSent } = props
  const [search] = useSearchParams()
  const { wrongAmount, toPay } = ordering

  const wanted = search.get('song')
  const refusedSong = wrongAmount?.wish.songId === wanted ? wrongAmount?.wish : undefined
  const song = songs.find(({ songId }) => songId === wanted) ?? songOf(refusedSong)
  const lastSong = useLast(song)
  const suggesting = search.has('suggest')
  const isOpen = (wish: Wish) => (wish.songId === null ? suggesting : wish.songId === song?.songId)

  const songId = song?.songId ?? null
  const isAsked = song !== null || suggesting
  const prepare = useEffectEvent((of: string | null) => ordering.prepare(of))
  useEffect(() => {
    if (isAsked) prepare(songId)
  }, [isAsked, songId])

  const order = (wish: Wish) => {
    const left = ordering.order(wish)
    sheet.close()
    if (left) onSent()
  }
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
    closeHref: hrefOf({ q: typed }),
    onOrder: order,
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
    </>
  )
}

/** A song that no list on the screen holds, as it was ordered. */
function songOf(wish: Wish | undefined): OrderableSong | null {
  return wish === undefined || wish.songId === null ? null : { ...wish, songId: wish.songId }
}

/** The page may have learnt the true price since the server refused the sum. */
function wrongIn({ wish, words }: WrongAmount, paidFrom: number, look: OrderLook) {
  const amount = wish.amount ?? kopecks(0)
  return {
    words: amountTrouble(amount, paidFrom, look) ?? words,
    typed: amount === 0 ? '' : String(amount / 100),
  }
}

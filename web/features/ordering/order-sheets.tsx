import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import { kopecks } from '#domain/money.ts'
import { checkSuggestion, SONG_LINE_MAX } from '#domain/queue/order.ts'
import type { FieldRefusals } from '#domain/refusal.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { SongCover } from '#web/parts/songs/song-cover.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import type { HrefOf, OrderSheet } from './address.ts'
import { PaySheet, RejectionSheet, WishForm } from './answer-sheets.tsx'
import type { ConcertRules, SupportRules } from './concert-rules.ts'
import type { OrderFormProps } from './order-form.tsx'
import { OrderForm } from './order-form.tsx'
import type { OrderFormVariant, OrderRequest } from './order-request.ts'
import { amountError, cappedRubles } from './order-request.ts'
import { priceOf, shareAsked, shareInstead } from './song-price.ts'
import type { ShareAsked } from './song-price.ts'
import { ShareLink } from './support.tsx'
import type { ShareLinkProps } from './support.tsx'
import type { Ordering, WrongAmount } from './use-ordering.ts'

type OrderableSong = Pick<
  Song,
  'songId' | 'title' | 'artistName' | 'imageUrl' | 'minSongAmount' | 'learning'
>

type OrderSheetsProps = {
  sessionId: string
  /** The concert runs now. */
  isOn: boolean
  /** Songs can be ordered; otherwise those that wait can be supported at most. */
  open: boolean
  queue: readonly QueueEntry[]
  support: SupportRules | null
  /** The minimum price of an order in rubles; null where orders are free. */
  paidFrom: number | null
  /** Which texts an order may have. */
  asks: ConcertRules['asks']
  look: OrderFormVariant
  ordering: Ordering
  /** Every song that the address may refer to. */
  songs: readonly OrderableSong[]
  typed: string
  formKey: string
  hrefOf: HrefOf
  sheet: OrderSheet
  /** An order was sent from its sheet. */
  onSent: () => void
}

/** All sheets of an order screen: the question, the listener's own song, the refusal, the payment. */
export function OrderSheets(props: OrderSheetsProps) {
  const { sessionId, isOn, open, asks, look, ordering, songs, typed, formKey, hrefOf, sheet } =
    props
  const { queue, onSent } = props
  const [search] = useSearchParams()
  const { wrongAmount, toPay } = ordering

  const suggesting = search.has('suggest')
  const wanted = search.get('song')
  const refusedSong = wrongAmount?.wish.songId === wanted ? wrongAmount?.wish : undefined
  const share = props.support === null ? null : search.get('share')
  const found =
    songs.find(({ songId }) => songId === wanted) ?? (isOfSong(refusedSong) ? refusedSong : null)
  const song = open || share !== null ? found : null
  const lastSong = useLastValue(song)
  const { paidFrom: orderFrom, support } = priceOf(suggesting ? null : lastSong, props)
  const asked =
    song === null ? null : shareAsked(share, { songId: song.songId, queue, paidFrom: orderFrom })
  // Stays while its sheet slides away.
  const [shareShown, setShareShown] = useState(asked)
  if (song !== null && shareShown?.line !== asked?.line) setShareShown(asked)
  const lastShare = song === null ? shareShown : asked
  const priced = suggesting ? null : lastShare
  const paidFrom = priced === null ? orderFrom : (support?.shareFrom ?? null)
  const other = song && support && asked === null ? shareInstead(song, queue, support) : null
  const way = other && { q: typed, song: song?.songId ?? '', share: other.share }
  const instead = way && {
    words: other.words,
    href: hrefOf(way),
    onPress: () => sheet.replace(way),
  }
  const isOpen = (wish: OrderRequest) =>
    wish.songId === null ? suggesting : wish.songId === song?.songId

  const songId = song?.songId ?? null
  const isAsked = song !== null || suggesting
  const prepare = useEffectEvent((of: string | null) => ordering.prepare(of))
  useEffect(() => {
    if (isAsked) prepare(songId)
  }, [isAsked, songId])

  const order = (wish: OrderRequest) => {
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
    sessionId,
    isOn,
    formKey,
    paidFrom,
    asks,
    written: atField ? wrongAmount.wish : null,
    look,
    sum: cappedRubles(search.get('sum')?.replace(/\D/gu, '') ?? '') || null,
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
          action={hrefOf({ q: typed, song: lastSong.songId, share: share ?? '' })}
          share={lastShare}
          instead={instead}
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

/** Whether an order can stand for its song, where that is in no list on the screen; a copy would be another song at each render. */
function isOfSong(wish: OrderRequest | undefined): wish is OrderRequest & OrderableSong {
  return wish !== undefined && wish.songId !== null
}

/** The page may have loaded the current price since the server refused the sum. */
function wrongIn({ wish, words }: WrongAmount, paidFrom: number, look: OrderFormVariant) {
  const amount = wish.amount ?? kopecks(0)
  return {
    words: amountError(amount, paidFrom, look) ?? words,
    typed: amount === 0 ? '' : String(amount / 100),
  }
}

type SongSheetProps = Omit<OrderFormProps, 'children' | 'yes' | 'no'> & {
  song: OrderableSong
  /** The sheet asks for a share, not for an order. */
  share: ShareAsked | null
  /** The link to a share of it. */
  instead: ShareLinkProps | null
}

/** «Do you want to add this one?», or for how much. */
function SongSheet({ open, song, share, instead, ...form }: SongSheetProps) {
  const paid = form.paidFrom !== null
  const bySum = paid && form.look === 'sum'
  return (
    <Sheet
      open={open}
      onClose={form.onClose}
      title={song.title}
      subtitle={song.artistName}
      cover={<SongCover songId={song.songId} imageUrl={song.imageUrl} size={88} />}
      cross={bySum || song.learning === true}
    >
      {song.learning ? (
        <WishForm
          key={song.songId}
          songId={song.songId}
          action={form.action}
          onClose={form.onClose}
        />
      ) : (
        <OrderForm
          {...form}
          open={open}
          key={`${song.songId} ${form.sum} ${share?.supports ?? share?.collect}`}
          yes={bySum ? (share === null ? 'Заказать' : 'Скинуться') : 'Да'}
          no={bySum ? null : 'Нет'}
          foot={instead && <ShareLink {...instead} />}
        >
          <input type="hidden" name="songId" value={song.songId} />
          <input type="hidden" name="title" value={song.title} />
          <input type="hidden" name="artistName" value={song.artistName} />
          <input type="hidden" name="imageUrl" value={song.imageUrl} />
          {share !== null && (
            <>
              <input type="hidden" name="supports" value={share.supports ?? ''} />
              <input type="hidden" name="collect" value={share.collect ? '1' : ''} />
              <p className="t-l">{share.line}</p>
            </>
          )}
          {!bySum && share === null && (
            <p className="t-l">
              {paid ? 'Вы хотите оплатить этот трек?' : 'Вы хотите добавить этот трек?'}
            </p>
          )}
        </OrderForm>
      )}
    </Sheet>
  )
}

type OwnSongSheetProps = Omit<OrderFormProps, 'children' | 'yes' | 'no'> & {
  /** The search text, or what was typed here before. */
  typed: string
  artistTyped: string
}

/** A song that is in no list, in the listener's own words. */
function OwnSongSheet({ open, typed, artistTyped, onOrder, ...form }: OwnSongSheetProps) {
  const [wrong, setWrong] = useState<FieldRefusals>({})
  const bySum = form.paidFrom !== null && form.look === 'sum'

  const order = (wish: OrderRequest) => {
    const check = () => checkSuggestion(wish.title, wish.artistName)
    const errors = fieldErrors(check)
    setWrong(errors)
    if (Object.keys(errors).length === 0) onOrder({ ...wish, ...check(), songId: null })
  }
  return (
    <Sheet
      open={open}
      onClose={form.onClose}
      title="Предложите свою песню"
      subtitle="Если музыкант её не знает, он её пропустит."
      cross={bySum}
    >
      <OrderForm
        {...form}
        open={open}
        onOrder={order}
        yes={bySum ? 'Заказать' : 'Предложить'}
        no={bySum ? null : 'Отмена'}
      >
        <Field
          name="title"
          label="Название песни"
          defaultValue={typed}
          required
          maxLength={SONG_LINE_MAX}
          autoComplete="off"
          error={wrong['title']}
        />
        <Field
          name="artistName"
          label="Исполнитель"
          defaultValue={artistTyped}
          help="Можно оставить пустым"
          maxLength={SONG_LINE_MAX}
          autoComplete="off"
          error={wrong['artistName']}
        />
      </OrderForm>
    </Sheet>
  )
}

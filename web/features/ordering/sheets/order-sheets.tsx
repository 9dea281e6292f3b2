import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { checkSuggestion, SONG_LINE_MAX } from '#domain/queue/order.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { SongCover } from '#web/parts/songs/song-cover.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { PaySheet, RejectionSheet, WishForm } from './answer-sheets.tsx'
import type { OrderFormProps } from './order-form.tsx'
import { OrderForm } from './order-form.tsx'
import type { OrderRequest } from './order-request.ts'
import { cappedRubles } from './order-request.ts'
import { sheetShown, songAsked } from './order-sheet.ts'
import type { SheetSong, ShareAsked, SheetPage } from './order-sheet.ts'
import { ShareLink } from '../support.tsx'
import type { ShareLinkProps } from '../support.tsx'
import type { Orders } from '../use-orders.ts'

type OrderSheetsProps = Pick<SheetPage, 'open' | 'look' | 'songs'> & {
  orders: Orders
  typed: string
  /** An order was sent from its sheet. */
  onSent: () => void
}

/** All sheets of an order screen: the question, the listener's own song, the refusal, the payment. */
export function OrderSheets({ orders, typed, onSent, ...mayBe }: OrderSheetsProps) {
  const { concert, rules, ordering, hrefOf, sheet, order: rendered } = orders
  const page = { ...mayBe, ...rules, queue: orders.live.queue }
  const [search] = useSearchParams()
  const { toPay } = ordering

  const suggesting = search.has('suggest')
  const song = songAsked(search, ordering, page)
  // Both stay while the sheet slides away.
  const lastSong = useLastValue(song)
  const share = useLastValue(song && (search.get('share') ?? '')) ?? ''
  const asked = { song: lastSong, isOpen: song !== null, share: share || null, suggesting }
  const shown = sheetShown(asked, ordering, page)
  const { paidFrom, suggested, rejected } = shown
  const way = shown.instead && {
    q: typed,
    song: lastSong?.songId ?? '',
    share: shown.instead.share,
  }
  const instead = way && {
    words: shown.instead?.words ?? '',
    href: hrefOf(way),
    onPress: () => sheet.replace(way),
  }

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
  const close = () => {
    ordering.dismiss()
    sheet.close()
  }
  const form = {
    sessionId: concert.sessionId,
    isOn: concert.isOn === true,
    formKey: rendered?.key ?? '',
    paidFrom,
    asks: rules.asks,
    written: shown.written,
    look: page.look,
    sum: cappedRubles(search.get('sum')?.replace(/\D/gu, '') ?? '') || null,
    wrongAmount: shown.wrongAmount,
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
          action={hrefOf({ q: typed, song: lastSong.songId, share })}
          share={shown.share}
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
        typed={suggested?.title ?? typed}
        artistTyped={suggested?.artistName ?? ''}
      />
      <RejectionSheet message={rejected} closeHref={hrefOf({})} onClose={close} />
      <PaySheet
        toPay={toPay && { title: toPay.wish.title, paymentURL: toPay.paymentURL }}
        onClose={ordering.dismiss}
      />
    </>
  )
}

type SongSheetProps = Omit<OrderFormProps, 'children' | 'yes' | 'no'> & {
  song: SheetSong
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
  const { errors, refuse } = useForm()
  const bySum = form.paidFrom !== null && form.look === 'sum'

  const order = (wish: OrderRequest) => {
    const check = () => checkSuggestion(wish.title, wish.artistName)
    if (!refuse(fieldErrors(check))) onOrder({ ...wish, ...check(), songId: null })
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
          error={errors['title']}
        />
        <Field
          name="artistName"
          label="Исполнитель"
          defaultValue={artistTyped}
          help="Можно оставить пустым"
          maxLength={SONG_LINE_MAX}
          autoComplete="off"
          error={errors['artistName']}
        />
      </OrderForm>
    </Sheet>
  )
}

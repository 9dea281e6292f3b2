import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PlaceAhead } from '#contract/songs.ts'
import { placeInWords } from '#domain/queue/place-words.ts'
import { checkSuggestion, SONG_LINE_MAX } from '#domain/queue/order.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import { readTable } from '#web/lib/device/device-memory.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { SongCover } from '#web/parts/songs/song-cover.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { PaySheet, RejectionSheet, WishForm } from './answer-sheets.tsx'
import { BeforeNote, Collected, LimitBefore, PlaceBefore } from './before-order.tsx'
import { byTurn } from '../mine/merge-orders.ts'
import type { OrderFormProps } from './order-form.tsx'
import { OrderForm } from './order-form.tsx'
import type { OrderRequest } from './order-request.ts'
import { cappedRubles } from './order-request.ts'
import { sheetShown, songAsked } from './order-sheet.ts'
import type { SheetSong, ShareAsked, SheetPage } from './order-sheet.ts'
import { limited } from '../rule-line.tsx'
import { ShareLink } from './share-link.tsx'
import type { ShareLinkProps } from './share-link.tsx'
import type { Orders } from '../use-orders.ts'
import { pageForecast } from './forecast.ts'
import { useForecast } from './use-forecast.ts'

type OrderSheetsProps = Pick<SheetPage, 'open' | 'look' | 'songs'> & {
  orders: Orders
  typed: string
  /** An order was sent from its sheet. */
  onSent: () => void
}

/** All sheets of an order screen: the question, the listener's own song, the refusal, the payment. */
export function OrderSheets({ orders, typed, onSent, ...mayBe }: OrderSheetsProps) {
  const { concert, rules, ordering, hrefOf, sheet, order: rendered } = orders
  const { queue, session, connection } = orders.live
  const page = { ...mayBe, ...rules, queue, battle: session?.battle }
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
  const asking = suggesting ? 'own' : songId
  const sent = useRef(false)
  useEffect(() => {
    if (asking !== null) sent.current = false
  }, [asking])

  // Where money moves the place, the line follows the sum.
  const [amount, setAmount] = useState(0)
  const bySum = rules.placing.startsWith('contribution') ? amount : 0
  const question = { songId, share: share !== '', amount: paidFrom === null ? 0 : bySum * 100 }
  const told = rendered?.ahead ?? null
  const ahead = useForecast({
    ...question,
    ...pageForecast(
      {
        told,
        now: orders.ahead,
        of: rendered?.waiting?.songId ?? rendered?.song?.songId ?? null,
        waits: rendered?.waiting?.ahead ?? null,
      },
      { ...question, queue },
    ),
    sessionId: concert.sessionId,
    table: concert.isOn === true ? readTable(concert.artistUsername) : null,
    queueKey: queue.map(({ id, status }) => `${id}${status}`).join(),
    lost: connection === 'lost',
    onPace: orders.learn,
  })

  const order = (wish: OrderRequest) => {
    // A press can come while the sheet slides away: a second one would open another tab of the bank.
    if (sent.current || asking === null) return
    sent.current = true
    const key = ordering.order(wish)
    if (key === null) return sheet.close(ordering.refuseMore)
    sheet.close()
    onSent()
  }
  const close = () => {
    ordering.dismiss()
    sheet.close()
  }
  const sum = cappedRubles(search.get('sum') ?? '') || null
  // The address of an order that is tried again has its song and sum.
  const before = orders.mine.orders.find(
    (one) =>
      one.songId === songId && one.amount === (readWhole(sum ?? '') ?? 0) * 100 && !one.share,
  )
  const form = {
    sessionId: concert.sessionId,
    isOn: concert.isOn === true,
    formKey: rendered?.key ?? '',
    paidFrom,
    asks: rules.asks,
    written: shown.written ?? before ?? null,
    look: page.look,
    sum,
    wrongAmount: shown.wrongAmount,
    closeHref: hrefOf({ q: typed }),
    onOrder: order,
    onClose: close,
    onChange: (rubles: number) => {
      setAmount(rubles)
      ordering.dismiss()
    },
    usual: ahead?.usual === undefined ? null : Math.round(ahead.usual / 100),
  }
  const free = rejected === null && toPay === null
  const ownBefore = (
    <>
      {orders.ahead !== null && <PlaceBefore ahead={orders.ahead} />}
      <LimitBefore ahead={orders.ahead} left={orders.left} />
    </>
  )
  return (
    <>
      {lastSong && (
        <SongSheet
          {...form}
          action={hrefOf({ q: typed, song: lastSong.songId, share })}
          shareAsked={shown.share}
          ahead={ahead}
          left={orders.left}
          movesPlace={rules.placing.startsWith('contribution')}
          instead={instead}
          open={free && song !== null}
          song={lastSong}
        />
      )}
      <OwnSongSheet
        {...form}
        before={ownBefore}
        action={hrefOf({ q: typed, suggest: true })}
        key={suggesting ? 'open' : 'closed'}
        open={free && suggesting}
        typed={suggested?.title ?? typed}
        artistTyped={suggested?.artistName ?? ''}
      />
      <RejectionSheet
        message={rejected}
        closeHref={hrefOf({})}
        onClose={close}
        waits={limited(orders) ? (orders.mine.orders.toSorted(byTurn)[0] ?? null) : null}
        onChange={orders.mine.look}
      />
      <PaySheet
        toPay={toPay && { title: toPay.wish.title, payHref: toPay.payHref }}
        onClose={ordering.dismiss}
      />
    </>
  )
}

type SongSheetProps = Omit<OrderFormProps, 'children' | 'yes' | 'no' | 'share' | 'before'> & {
  song: SheetSong
  /** The sheet asks for a share, not for an order. */
  shareAsked: ShareAsked | null
  /** What the order would get; null while it is unknown. */
  ahead: PlaceAhead | null
  left: PlaceAhead['left'] | undefined
  /** The sum decides the place. */
  movesPlace: boolean
  /** The link to a share of it. */
  instead: ShareLinkProps | null
}

/** «Do you want to add this one?», or for how much. */
function SongSheet(props: SongSheetProps) {
  const { open, song, shareAsked: share, ahead, left, movesPlace, instead, ...form } = props
  const paid = form.paidFrom !== null
  const bySum = paid && form.look === 'sum'
  const { collects = null, backing = null } = share ?? {}
  const missing = collects && Math.ceil((collects.goal - collects.collected) / 100)
  return (
    <Sheet
      open={open}
      onClose={form.onClose}
      title={song.title}
      subtitle={song.artistName}
      cover={<SongCover songId={song.songId} imageUrl={song.imageUrl} size={72} />}
      cross
      focusTitle
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
          key={`${song.songId} ${form.sum} ${share?.supports ?? share?.battle ?? share?.collect}`}
          share={share && { missing, vote: share.battle !== undefined }}
          yes={bySum ? yesOf(share) : 'Да'}
          no={bySum ? null : 'Нет'}
          before={
            share?.battle !== undefined ? (
              <p className="muted">{VOTE_TEXT}</p>
            ) : (
              <>
                {collects === null ? (
                  <PlaceBefore ahead={ahead} backing={backing} />
                ) : (
                  <Collected {...collects} place={ahead?.place ?? null} />
                )}
                {share !== null && collects === null && (
                  <p className="muted">{shareText(ahead, movesPlace)}</p>
                )}
                {share === null && ahead?.waits && !movesPlace && (
                  <p className="muted">Порядок не изменится, музыкант увидит ваш заказ</p>
                )}
                {ahead?.foreign && share === null && (
                  <BeforeNote>
                    {paid
                      ? 'Её нет в репертуаре. Не сыграет — вернём'
                      : 'Её нет в репертуаре, могут пропустить'}
                  </BeforeNote>
                )}
              </>
            )
          }
          after={share === null && <LimitBefore ahead={ahead} left={left} />}
          foot={instead && <ShareLink {...instead} />}
        >
          <input type="hidden" name="songId" value={song.songId} />
          <input type="hidden" name="title" value={song.title} />
          <input type="hidden" name="artistName" value={song.artistName} />
          <input type="hidden" name="imageUrl" value={song.imageUrl} />
          {share !== null && (
            <>
              <input type="hidden" name="supports" value={share.supports ?? ''} />
              <input type="hidden" name="battle" value={share.battle ?? ''} />
              <input type="hidden" name="collect" value={share.collect ? '1' : ''} />
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

const VOTE_TEXT = 'Победит песня, за которую собрали больше. Остальным вернём всё'

const yesOf = (share: ShareAsked | null) =>
  share === null ? 'Заказать' : share.battle === undefined ? 'Скинуться' : 'Проголосовать'

/** What a share buys. */
function shareText(ahead: PlaceAhead | null, movesPlace: boolean): string {
  if (!movesPlace) return 'Порядок не изменится, музыкант увидит вашу долю'
  if (ahead === null) return 'Музыкант увидит вашу долю'
  return `Ваша доля поднимет её на ${placeInWords(ahead.place, 'place')} место`
}

type OwnSongSheetProps = Omit<OrderFormProps, 'children' | 'yes' | 'no'> & {
  /** The search text, or what was typed here before. */
  typed: string
  artistTyped: string
}

/** A song that is in no list, in the listener's own words. */
function OwnSongSheet({ open, typed, artistTyped, onOrder, ...form }: OwnSongSheetProps) {
  const bySum = form.paidFrom !== null && form.look === 'sum'
  const check = ({ title, artistName }: OrderRequest) => checkSuggestion(title, artistName)
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
        wrongIn={(wish) => fieldErrors(() => check(wish))}
        onOrder={(wish) => onOrder({ ...wish, ...check(wish), songId: null })}
        yes={bySum ? 'Заказать' : 'Предложить'}
        no={bySum ? null : 'Отмена'}
      >
        {(errors) => (
          <>
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
          </>
        )}
      </OrderForm>
    </Sheet>
  )
}

import type { MouseEvent } from 'react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api } from '#contract/index.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { call } from '#web/lib/calls/call.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import { PlaceLine } from '#web/parts/songs/place-line.tsx'
import { Bell } from '#web/ui/icons/listener-icons.tsx'
import type { MergedOrder } from '../mine/merge-orders.ts'
import { PushButton } from '../mine/order-actions.tsx'
import { waitAheadText } from '../wait-text.ts'
import css from './order-sheets.module.css'
import { messageParts } from '#web/lib/calls/call-failed.ts'

type RejectionSheetProps = {
  /** Why, in the server's words; null closes the sheet. */
  message: string | null
  closeHref: string
  onClose: () => void
  /** The own order that has to be played before another can be made; null: the limit is not why. */
  waits: MergedOrder | null
  onChange: () => void
}

/** The order was refused. The button is a link, so that the sheet also closes without scripts. */
export function RejectionSheet(props: RejectionSheetProps) {
  const { message, closeHref, onClose, waits, onChange } = props
  const words = useLastValue(message)
  const wait = waits && waitAheadText(waits.waitMinutes)
  return (
    <BackSheet
      open={message !== null}
      onClose={onClose}
      title="К сожалению песня не может быть добавлена"
      cross={waits !== null}
      focusTitle
    >
      <p className={css.message}>
        {messageParts(words ?? '').map(({ at, text, bold, href }) => {
          if (href)
            return (
              <a key={at} className="link" href={href}>
                {text}
              </a>
            )
          return bold ? <b key={at}>{text}</b> : text
        })}
      </p>
      {waits !== null && waits.place !== null && (
        <>
          <PlaceLine digits={waits.place} size="sheet">
            <b className={css.placeTitle}>{waits.title}</b>
            <span>
              {[waits.place === 1 && 'следующая', wait].filter(Boolean).join(', ') || 'в очереди'}
            </span>
            <span className="muted">после неё можно заказать ещё</span>
          </PlaceLine>
          <PushButton
            order={waits}
            onChange={onChange}
            label="Сообщить, когда можно"
            variant="primary"
            icon={<Bell />}
          />
        </>
      )}
      <Button
        href={closeHref}
        block
        variant={waits === null ? 'primary' : 'text'}
        size="stage"
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          onClose()
        }}
      >
        Понятно
      </Button>
    </BackSheet>
  )
}

type PaySheetProps = {
  /** The title of the ordered song and our page of its payment; null closes the sheet. */
  toPay: { title: string; payHref: string } | null
  onClose: () => void
}

/** Shown when an order was sent by itself after the network came back: opening its payment needs a press. */
export function PaySheet({ toPay, onClose }: PaySheetProps) {
  const shown = useLastValue(toPay)
  return (
    <BackSheet open={toPay !== null} onClose={onClose} title="Осталось оплатить">
      <p className="t-l">
        Связь вернулась, заказ «{shown?.title}» принят. Песня встанет в очередь после оплаты.
      </p>
      <Button
        data-autofocus
        href={shown?.payHref ?? ''}
        target="_blank"
        rel="noopener"
        block
        variant="primary"
        size="l"
        onClick={onClose}
      >
        Перейти к оплате
      </Button>
    </BackSheet>
  )
}

type WishFormProps = { songId: string; action: string; onClose: () => void }

/** Shown instead of the order form for a song that the artist is learning. Without scripts it is sent to the page's own action. */
export function WishForm({ songId, action, onClose }: WishFormProps) {
  const { artistUsername = '' } = useParams()
  const { saving, save, formOf } = useSaving({ toast: true })
  const [wished, setWished] = useState(false)
  const send = () =>
    save(async () => {
      await call(api.songs.wish, { body: { artistUsername, songId } })
      setWished(true)
    })
  if (wished)
    return (
      <div className={css.form}>
        <output className="t-l">Музыкант увидит, что вы её ждёте</output>
        <FollowButton followed={{ artistUsername }} name="Подписаться на музыканта" block>
          Сообщить, когда её можно будет заказать
        </FollowButton>
        <Button variant="text" block onClick={onClose}>
          Готово
        </Button>
      </div>
    )
  return (
    <form {...formOf(send)} method="post" action={action} className={css.form}>
      <input type="hidden" name="wish" value={songId} />
      <p className="t-l">Эту песню музыкант учит, заказать её пока нельзя.</p>
      <Button type="submit" variant="primary" size="l" block loading={saving}>
        Хочу услышать
      </Button>
    </form>
  )
}

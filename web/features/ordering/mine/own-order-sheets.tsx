import type { FormEvent, MouseEvent } from 'react'
import { ownSingingWords } from '#domain/queue/singing.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { ActionRow } from '#web/ui/buttons/action-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import type { MergedOrder } from './merge-orders.ts'
import css from './my-orders.module.css'
import { PushButton } from './order-actions.tsx'
import { takenOffText } from './order-state.ts'
import type { Ordering } from '../use-ordering.ts'
import type { Orders } from '../use-orders.ts'

const MessengerButtons = lazyPart('web/parts/messengers/messenger-buttons.tsx', async () => {
  const { MessengerButtons: Part } = await import('#web/parts/messengers/messenger-buttons.tsx')
  return Part
})

export type Ways = Pick<Orders, 'ordering' | 'hrefOf' | 'sheet' | 'offerUndo'> & {
  /** Takes a free order off, which can be undone for some seconds. */
  onCancel: (order: MergedOrder) => void
}

/** Why this order could not be cancelled. */
export function notCancelled(
  orderId: string | null,
  ordering: Ordering | undefined,
): string | null {
  const failed = ordering?.notCancelled
  return failed && failed.orderId === orderId ? failed.words : null
}

/** The queue shows its paid song, and the server does not list it: the device's cookie is gone. */
const isForgotten = ({ amount, command }: MergedOrder) =>
  amount !== null &&
  command !== undefined &&
  command.orderId !== null &&
  command.answeredAt === null

type CancelProps = Ways & { order: MergedOrder }

const cancelText = ({ share, amount, state }: MergedOrder) => {
  if (share !== true) return 'Отменить заказ'
  if (amount === null) return 'Не поддерживать'
  return state === 'PAYING' ? 'Передумать' : 'Забрать долю'
}

type MoreSheetProps = CancelProps & {
  open: boolean
  onChange: () => void
  onLetPass: (order: MergedOrder) => void
}

/** What can be done with an order beside waiting for it. */
export function MoreSheet(props: MoreSheetProps) {
  const { order, open, ordering, hrefOf, sheet, onCancel, onChange, onLetPass } = props
  const { orderId, title, artistName, amount, why, together, name, words, mayCancel, sings } = order
  const asked = [name, words && `«${words}»`].filter(Boolean).join(': ')
  const { messengers } = useSiteFacts()
  const waits = order.state === 'SCHEDULED' || order.state === 'QUEUED'
  const cancel = (event: FormEvent | MouseEvent) => {
    event.preventDefault()
    if (orderId === null) return
    if (amount !== null) return sheet.replace({ cancel: orderId })
    sheet.close()
    onCancel(order)
  }
  const look = { size: 'stage', variant: 'text', block: true } as const
  return (
    <Sheet open={open} onClose={sheet.close} title={title} subtitle={artistName}>
      {together !== undefined && <p className="t-l b">{together}</p>}
      {why !== undefined && (
        <div>
          <p className="b">Почему такое место</p>
          <p className="muted">{why}</p>
        </div>
      )}
      {asked !== '' && <p className={css.asked}>{asked}</p>}
      {sings !== undefined && <p className={css.asked}>{ownSingingWords(sings)}</p>}
      <PushButton order={order} onChange={onChange} />
      {waits && messengers !== undefined && orderId !== null && order.pushed !== true && (
        <MessengerButtons asked={{ orderId }} />
      )}
      {amount !== null && (
        <Button block href={`/payment/${orderId}`}>
          Подробнее об оплате
        </Button>
      )}
      {order.mayLetPass === true && order.state === 'SCHEDULED' && (
        <Button {...look} onClick={() => onLetPass(order)}>
          Пропустить вперёд
        </Button>
      )}
      {isForgotten(order) && (
        <p className="muted">
          Отменить заказ отсюда нельзя: в браузере стёрты cookie, по которым видно, что он ваш. Если
          песню не сыграют, деньги вернутся. Вернуть раньше поможет поддержка: номер платежа в
          «Подробнее об оплате».
        </p>
      )}
      {mayCancel && amount !== null && (
        <Button {...look} href={hrefOf({ cancel: orderId ?? '' })} onClick={cancel}>
          {cancelText(order)}
        </Button>
      )}
      {mayCancel && amount === null && (
        <form method="post" action={hrefOf({})} onSubmit={cancel}>
          <input type="hidden" name="cancelOrder" value={orderId ?? ''} />
          <Button {...look} type="submit" loading={ordering.cancelling === orderId}>
            {cancelText(order)}
          </Button>
        </form>
      )}
    </Sheet>
  )
}

/** Asks before a paid order is cancelled, and says what happens to the money. */
export function CancelSheet({
  order,
  open,
  ordering,
  hrefOf,
  sheet,
}: CancelProps & { open: boolean }) {
  const { orderId, title } = order
  const failed = notCancelled(orderId, ordering)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (orderId !== null) ordering.cancel(orderId)
  }
  const closeSheet = (event: MouseEvent) => {
    event.preventDefault()
    sheet.close()
  }
  return (
    <Sheet
      open={open}
      onClose={sheet.close}
      title={`${cancelText(order)}?`}
      subtitle={title}
      cross={false}
    >
      <p className="t-l">{takenOffText(order)}</p>
      <form method="post" action={hrefOf({})} onSubmit={send}>
        <input type="hidden" name="cancelOrder" value={orderId ?? ''} />
        {failed && <FieldNote id="cancel-error" error={failed} />}
        <ActionRow>
          <Button
            type="submit"
            size="stage"
            variant="dangerLine"
            loading={ordering.cancelling === orderId}
          >
            {cancelText(order)}
          </Button>
          <Button
            data-autofocus
            size="stage"
            variant="primary"
            href={hrefOf({})}
            onClick={closeSheet}
          >
            Оставить
          </Button>
        </ActionRow>
      </form>
    </Sheet>
  )
}

import type { FormEvent, MouseEvent } from 'react'
import { useSearchParams } from 'react-router'
import { formatRubles, kopecks } from '#domain/money.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { ActionRow } from '#web/ui/buttons/action-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import type { MergedOrder } from './merge-orders.ts'
import { isAlive } from './merge-orders.ts'
import { MyOrderCard, PushButton, ThankButton } from './my-order-card.tsx'
import css from './my-orders.module.css'
import { dismissOrder } from './order-outbox.ts'
import { sendingErrorText } from './order-state.ts'
import type { MyOrdersState } from './use-my-orders.ts'
import type { Ordering } from '../use-ordering.ts'
import type { Orders } from '../use-orders.ts'

type Ways = Pick<Orders, 'ordering' | 'hrefOf' | 'sheet'>

type MyOrdersProps = {
  sessionId: string
  mine: MyOrdersState
  /** How to send or cancel an order; absent once the concert is over. */
  open?: Ways
  className?: string | undefined
}

/** Only the last few finished orders are shown; every payment has a page of its own. */
const MOST_OVER = 3

/** The states that the concert's keepsake page shows. */
const KEEPSAKE_STATES = new Set<MergedOrder['state']>(['PLAYED', 'SKIPPED', 'RETURNED'])

/** The orders of this device: the state of each song, its wait and its payment. */
export function MyOrders({ sessionId, mine, open, className }: MyOrdersProps) {
  const [search] = useSearchParams()
  const { orders } = mine
  const asked = orders.find((one) => one.mayCancel && one.orderId === search.get('cancel')) ?? null
  const lastAsked = useLastValue(asked)
  const shown = [
    ...orders.filter(
      (order) => isAlive(order) && (open !== undefined || order.state !== 'SENDING'),
    ),
    ...orders.filter((order) => !isAlive(order)).slice(0, MOST_OVER),
  ]
  if (shown.length === 0) return null
  return (
    <Section title={shown.length === 1 ? 'Мой заказ' : 'Мои заказы'} className={className}>
      <ul className={css.cards}>
        {shown.map((order) => {
          const { orderId, key, title, state, mayCancel } = order
          const unsent = state === 'SENDING' && open !== undefined
          const failed = notCancelled(orderId, open?.ordering)
          const errorText = unsent ? sendingErrorText(order, open.ordering) : null
          return (
            <MyOrderCard
              key={key}
              order={order}
              errorText={errorText}
              onMove={mine.look}
              again={open && <PayAgain {...open} order={order} />}
              onDismiss={() => orderId !== null && dismissOrder(sessionId, orderId)}
            >
              {errorText !== null && open && (
                <>
                  <Button
                    size="s"
                    variant="invert"
                    onClick={() => open.ordering.again(key)}
                    aria-label={`Отправить ещё раз: ${title}`}
                  >
                    Отправить ещё раз
                  </Button>
                  <Button
                    size="s"
                    variant="text"
                    onClick={() => open.ordering.giveUp(key)}
                    aria-label={`Не отправлять: ${title}`}
                  >
                    Не отправлять
                  </Button>
                </>
              )}
              <ThankButton order={order} onChange={mine.look} />
              {open && <PushButton order={order} onChange={mine.look} />}
              {mayCancel && open && <CancelButton {...open} order={order} />}
              {failed !== null && <p role="alert">{failed}</p>}
            </MyOrderCard>
          )
        })}
      </ul>
      {!open && orders.some(({ state }) => KEEPSAKE_STATES.has(state)) && (
        <Button block href={`/keepsake/${sessionId}`}>
          На память о концерте
        </Button>
      )}
      {open && lastAsked && <CancelSheet {...open} order={lastAsked} open={asked !== null} />}
    </Section>
  )
}

/** Why this order could not be cancelled. */
function notCancelled(orderId: string | null, ordering: Ordering | undefined): string | null {
  const failed = ordering?.notCancelled
  return failed && failed.orderId === orderId ? failed.words : null
}

type PayAgainProps = Pick<Ways, 'hrefOf' | 'sheet'> & { order: MergedOrder }

/** Opens the sheet of the same song with the same sum. */
function PayAgain({ order: { songId, title, amount, share }, hrefOf, sheet }: PayAgainProps) {
  if (songId === null || amount === null) return null
  if (share === true) return null
  const address = { song: songId, sum: String(amount / 100) }
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    void sheet.open(address)
  }
  return (
    <Button
      size="s"
      variant="invert"
      href={hrefOf(address)}
      onClick={ask}
      aria-label={`Оплатить ещё раз: ${title}`}
    >
      Оплатить ещё раз
    </Button>
  )
}

type CancelProps = Ways & { order: MergedOrder }

const cancelText = ({ share, amount, state }: MergedOrder) => {
  if (share !== true) return 'Отменить заказ'
  if (amount === null) return 'Не поддерживать'
  return state === 'PAYING' ? 'Не скидываться' : 'Забрать долю'
}

/** Cancels a free order at once (by a form without scripts); for a paid one it asks first. */
function CancelButton({ order, ordering, hrefOf, sheet }: CancelProps) {
  const { orderId, amount, title } = order
  if (orderId === null) return null
  const look = {
    size: 's',
    variant: 'text',
    'aria-label': `${cancelText(order)}: ${title}`,
  } as const
  if (amount !== null) {
    const ask = (event: MouseEvent) => {
      event.preventDefault()
      void sheet.open({ cancel: orderId })
    }
    return (
      <Button {...look} href={hrefOf({ cancel: orderId })} onClick={ask}>
        {cancelText(order)}
      </Button>
    )
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    ordering.cancel(orderId)
  }
  return (
    <form method="post" action={hrefOf({})} onSubmit={send}>
      <input type="hidden" name="cancelOrder" value={orderId} />
      <Button {...look} type="submit" loading={ordering.cancelling === orderId}>
        {cancelText(order)}
      </Button>
    </form>
  )
}

/** Asks before a paid order is cancelled, and says what happens to the money. */
function CancelSheet({ order, open, ordering, hrefOf, sheet }: CancelProps & { open: boolean }) {
  const { orderId, title, amount, state, share } = order
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
      <p className="t-l">
        {share === true && state !== 'PAYING'
          ? `Песню больше не поддерживаете, а деньги вернутся полностью: ${formatRubles(kopecks(amount ?? 0))}.`
          : state === 'PAYING'
            ? `${share === true ? 'Ваша доля не добавится' : 'Песня не встанет в очередь'}. Если деньги уже списаны, они вернутся полностью.`
            : `Песня уйдёт из очереди, а деньги вернутся полностью: ${formatRubles(kopecks(amount ?? 0))}.`}
      </p>
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

import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '#contract/index.ts'
import type { GuestOrders as Guest } from '#contract/listeners-words.ts'
import { countedOrders } from '#domain/russian.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { giveBackWords, isPaid } from './give-back-words.ts'
import css from './guest-orders.module.css'

type GuestOrder = Guest['orders'][number]

const STATES: Record<GuestOrder['state'], string> = {
  PAYING: 'ждёт оплаты',
  COLLECTING: 'собирают',
  SCHEDULED: 'ждёт в заказах',
  QUEUED: 'ждёт в очереди',
  NOW: 'играет сейчас',
  PLAYED: 'сыграна',
  SKIPPED: 'не сыграна',
  RETURNED: 'не сыграна, деньги возвращаются',
  CANCELLED: 'отменена',
}

export const waitingOrders = ({ orders }: Guest) => orders.filter(({ waits }) => waits === true)

/** What is refunded once his waiting orders are taken out; kopecks. */
export const refundOf = (guest: Guest) =>
  waitingOrders(guest).reduce((sum, { amount }) => sum + amount, 0)

/** Whether anything is. */
export const isRefunded = (guest: Guest) => waitingOrders(guest).some(isPaid)

export const guestName = ({ name }: Pick<Guest, 'name'>) => name || 'Гость без имени'

type GuestOrdersProps = {
  sessionId: string
  /** Any order of his. */
  askId: string
  /** Called once they are loaded; keep it the same function. */
  onLoaded?: (guest: Guest) => void
  /** What can be done with them. */
  children?: (guest: Guest) => ReactNode
}

/** All orders of one guest in one concert. */
export function GuestOrders({ sessionId, askId, onLoaded, children }: GuestOrdersProps) {
  const [guest, setGuest] = useState<Guest | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    if (failed !== null) return undefined
    let closed = false
    call(api.artist.guestOrders, { query: { sessionId, askId } }).then(
      (answer) => {
        if (closed) return
        setGuest(answer)
        onLoaded?.(answer)
      },
      (failure: unknown) => !closed && setFailed(sentenceOf(failure)),
    )
    return () => {
      closed = true
    }
  }, [sessionId, askId, failed, onLoaded])
  if (failed !== null)
    return (
      <EmptyState
        rest={false}
        text={failed}
        action={<Button onClick={() => setFailed(null)}>Попробовать ещё раз</Button>}
      />
    )
  if (guest === null) return <LoadingWords text="Загружаем заказы гостя…" />
  return (
    <>
      <ol aria-label="Заказы гостя" className={css.orders}>
        {guest.orders.map((order) => (
          <li key={order.askId} className={css.order}>
            <b className={css.title}>{order.title}</b>
            <span className="muted">
              {[
                order.artistName,
                order.share === true ? `в доле: ${STATES[order.state]}` : STATES[order.state],
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {order.amount > 0 && <b className={css.sum}>{rubles(order.amount)}</b>}
          </li>
        ))}
      </ol>
      {children?.(guest)}
    </>
  )
}

/** «Убрать 3 заказа» */
export const takeOutText = (guest: Guest) => `Убрать ${countedOrders(waitingOrders(guest).length)}`

type TakeOutQuestionProps = {
  guest: Guest
  open: boolean
  pending?: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before the waiting orders of a guest are taken out, with what goes back to him. */
export function TakeOutQuestion(props: TakeOutQuestionProps) {
  const { guest, open, pending = false, onClose, onConfirm } = props
  const paid = isRefunded(guest)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${takeOutText(guest)}?`}
      tone="danger"
      stacked
      safe="Оставить"
      confirm={paid ? `Убрать и ${giveBackWords(refundOf(guest))}` : 'Убрать'}
      confirming={pending}
      onConfirm={onConfirm}
    >
      <p>
        Песни, которых больше никто не ждёт, уйдут из очереди.
        {paid && ' Деньги вернутся гостю полностью.'}
      </p>
    </Dialog>
  )
}

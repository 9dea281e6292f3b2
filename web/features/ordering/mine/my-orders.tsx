import { Fragment, useState, useSyncExternalStore } from 'react'
import type { FormEvent, MouseEvent, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { ownSingingWords } from '#domain/queue/singing.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { watchStored } from '#web/lib/device/device-memory.ts'
import { isHomeScreenTold, needsHomeScreen } from '#web/lib/device/home-screen.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { ActionRow } from '#web/ui/buttons/action-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { classes } from '#web/ui/classes.ts'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import type { MergedOrder } from './merge-orders.ts'
import { byTurn, isAlive, isWish } from './merge-orders.ts'
import { PushButton, PushRenewal, ThankButton } from './order-actions.tsx'
import { OrderLine } from './order-line.tsx'
import css from './my-orders.module.css'
import { dismissOrder } from './order-outbox.ts'
import { sendingErrorText } from './order-state.ts'
import type { MyOrdersState } from './use-my-orders.ts'
import type { Ordering } from '../use-ordering.ts'
import type { Orders } from '../use-orders.ts'

const HomeScreenHint = lazyPart('web/features/ordering/mine/home-screen-hint.tsx', async () => {
  const { HomeScreenHint: Part } = await import('./home-screen-hint.tsx')
  return Part
})

const tellsHomeScreen = () =>
  needsHomeScreen(navigator, 'PushManager' in window) && !isHomeScreenTold()

const MessengerButtons = lazyPart('web/parts/messengers/messenger-buttons.tsx', async () => {
  const { MessengerButtons: Part } = await import('#web/parts/messengers/messenger-buttons.tsx')
  return Part
})

type Ways = Pick<Orders, 'ordering' | 'hrefOf' | 'sheet' | 'offerUndo'> & {
  /** Takes a free order off, which can be undone for some seconds. */
  onCancel: (order: MergedOrder) => void
}

type MyOrdersProps = {
  sessionId: string
  mine: MyOrdersState
  /** How to send or cancel an order; absent once the concert is over. */
  open?: Ways
  /** «играет до 23:00». */
  until?: string | null
  /** Free «+1» stand in the rows of the queue. */
  inRows?: boolean
  /** Shown under a song that was played, in place of its place: the ways to thank with money. */
  tip?: ReactNode
  className?: string | undefined
}

/** Only the last few finished orders are shown; every payment has a page of its own. */
const MOST_OVER = 3

/** The states that the concert's keepsake page shows. */
const KEEPSAKE_STATES = new Set<MergedOrder['state']>(['PLAYED', 'SKIPPED', 'RETURNED'])

/** The orders of this device: the place of each song, its wait and its payment. */
export function MyOrders(props: MyOrdersProps) {
  const { sessionId, mine, open, until = null, inRows = false, tip, className } = props
  const [search] = useSearchParams()
  const { orders } = mine
  const [notPassed, setNotPassed] = useState<{ orderId: string; words: string } | null>(null)
  const named = (name: string) =>
    orders.find(({ orderId }) => orderId !== null && orderId === search.get(name)) ?? null
  const toCancel = named('cancel')
  const asked = toCancel?.mayCancel === true ? toCancel : null
  const lastAsked = useLastValue(asked)
  const looked = named('mine')
  const lastLooked = useLastValue(looked)
  const shown = [
    ...orders.filter(
      (order) =>
        isAlive(order) &&
        (open !== undefined || order.state !== 'SENDING') &&
        !(inRows && isWish(order) && order.place !== null),
    ),
    ...orders.filter((order) => !isAlive(order)).slice(0, MOST_OVER),
  ].toSorted(byTurn)
  const tells = useSyncExternalStore(watchStored, tellsHomeScreen, () => false)
  const thanked = shown.find(({ state }) => state === 'PLAYED')
  if (shown.length === 0 && looked === null) return null

  /** Another listener goes first, unless that is undone. */
  const letPass = ({ orderId, title }: MergedOrder) => {
    if (orderId === null || open === undefined) return
    open.sheet.close()
    open.offerUndo({
      id: `pass ${orderId}`,
      title: 'Пропускаете песню вперёд',
      text: `${title} встанет на одно место позже`,
      label: 'Передумать',
      onUndo: () => undefined,
      onDone() {
        call(api.songs.letPass, { body: { orderId } }).then(mine.look, (failure: unknown) => {
          setNotPassed({ orderId, words: sentenceOf(failure) })
          mine.look()
        })
      },
    })
  }
  return (
    <div className={classes(css.lines, className)}>
      {shown.map((order, at) => {
        const { orderId, key, title, state } = order
        const unsent = state === 'SENDING' && open !== undefined
        const failed =
          notCancelled(orderId, open?.ordering) ??
          (notPassed?.orderId === orderId ? notPassed.words : null)
        const errorText = unsent ? sendingErrorText(order, open.ordering) : null
        const tips = tip !== undefined && order === thanked
        const more = { mine: orderId ?? '' }
        return (
          <Fragment key={key}>
            <PushRenewal order={order} onChange={mine.look} />
            <OrderLine
              order={order}
              further={at > 0}
              until={until}
              errorText={errorText}
              onMove={mine.look}
              more={
                open && orderId !== null
                  ? { href: open.hrefOf(more), onPress: () => void open.sheet.open(more) }
                  : null
              }
              again={open && <PayAgain {...open} order={order} />}
              onDismiss={() => orderId !== null && dismissOrder(sessionId, orderId)}
            >
              {errorText !== null && open && (
                <>
                  <Button
                    variant="invert"
                    onClick={() => open.ordering.again(key)}
                    aria-label={`Отправить ещё раз: ${title}`}
                  >
                    Отправить ещё раз
                  </Button>
                  <Button
                    variant="text"
                    onClick={() => open.ordering.giveUp(key)}
                    aria-label={`Не отправлять: ${title}`}
                  >
                    Не отправлять
                  </Button>
                </>
              )}
              {tips && tip}
              <ThankButton
                order={order}
                onChange={mine.look}
                {...(tips && { label: 'Просто сказать спасибо', variant: 'text' as const })}
              />
              {failed !== null && <p role="alert">{failed}</p>}
            </OrderLine>
          </Fragment>
        )
      })}
      {open && tells && shown.some(isAlive) && <HomeScreenHint />}
      {!open && orders.some(({ state }) => KEEPSAKE_STATES.has(state)) && (
        <div className="wrap">
          <Button block href={`/keepsake/${sessionId}`}>
            На память о концерте
          </Button>
        </div>
      )}
      {open && lastAsked && <CancelSheet {...open} order={lastAsked} open={asked !== null} />}
      {open && lastLooked && (
        <MoreSheet
          {...open}
          order={lastLooked}
          open={looked !== null && asked === null}
          onChange={mine.look}
          onLetPass={letPass}
        />
      )}
    </div>
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
  return state === 'PAYING' ? 'Передумать' : 'Забрать долю'
}

type MoreSheetProps = CancelProps & {
  open: boolean
  onChange: () => void
  onLetPass: (order: MergedOrder) => void
}

/** What can be done with an order beside waiting for it. */
function MoreSheet(props: MoreSheetProps) {
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

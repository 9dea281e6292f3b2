import { Fragment, useEffect, useState, useSyncExternalStore } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { counted } from '#domain/russian.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { watchStored } from '#web/lib/device/device-memory.ts'
import { isHomeScreenTold, needsHomeScreen } from '#web/lib/device/home-screen.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { MergedOrder } from './merge-orders.ts'
import { byTurn, isAlive, isWish } from './merge-orders.ts'
import { PushRenewal, ThankButton } from './order-actions.tsx'
import { OrderLine } from './order-line.tsx'
import css from './my-orders.module.css'
import { dismissOrder } from './order-outbox.ts'
import { sendingErrorText } from './order-state.ts'
import type { Ways } from './own-order-sheets.tsx'
import { CancelSheet, MoreSheet, notCancelled } from './own-order-sheets.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import type { MyOrdersState } from './use-my-orders.ts'

const HomeScreenHint = lazyPart('web/features/ordering/mine/home-screen-hint.tsx', async () => {
  const { HomeScreenHint: Part } = await import('./home-screen-hint.tsx')
  return Part
})

const tellsHomeScreen = () =>
  needsHomeScreen(navigator, 'PushManager' in window) && !isHomeScreenTold()

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

/** More songs that wait would push the search off a phone's screen: the others are folded. */
const MOST_WAITING = 3

/** The states that the concert's keepsake page shows. */
const KEEPSAKE_STATES = new Set<MergedOrder['state']>(['PLAYED', 'SKIPPED', 'RETURNED'])

/** The orders of this device: the place of each song, its wait and its payment. */
export function MyOrders(props: MyOrdersProps) {
  const { sessionId, mine, open, until = null, inRows = false, tip, className } = props
  const [search] = useSearchParams()
  const { orders } = mine
  const toast = useToast()
  useKeptFocus()
  useEffect(keepInSight, [])
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
  const waiting = shown.filter(({ place }) => place !== null)
  // The next ones and the newest, which has just been ordered, are always seen.
  const folded =
    waiting.length > MOST_WAITING
      ? waiting.slice(MOST_WAITING - 1).filter((order) => order !== orders[0])
      : []
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
        call(api.songs.letPass, { body: { orderId } }, { keepalive: true }).then(
          mine.look,
          (failure: unknown) => {
            setNotPassed({ orderId, words: sentenceOf(failure) })
            mine.look()
          },
        )
      },
    })
  }
  const lineOf = (order: MergedOrder) => {
    const { orderId, key, title, state } = order
    const unsent = state === 'SENDING' && open !== undefined
    const undone = order.command?.unwanted === true
    const failed =
      state === 'CANCELLED'
        ? null
        : (notCancelled(orderId, open?.ordering) ??
          (notPassed?.orderId === orderId ? notPassed.words : null))
    const errorText = unsent ? sendingErrorText(order, open.ordering) : null
    const tips = tip !== undefined && order === thanked
    const more = { mine: orderId ?? '' }
    return (
      <Fragment key={key}>
        <PushRenewal order={order} onChange={mine.look} />
        <OrderLine
          order={order}
          further={order !== shown[0]}
          until={order === shown[0] ? until : null}
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
              {!undone && (
                <Button
                  variant="invert"
                  onClick={() => open.ordering.again(key)}
                  aria-label={`Отправить ещё раз: ${title}`}
                >
                  Отправить ещё раз
                </Button>
              )}
              <Button
                variant="text"
                onClick={() => {
                  if (undone) open.ordering.again(key)
                  else if (!open.ordering.giveUp(key)) toast(`Заказ не отправлен: ${title}`)
                }}
                aria-label={`${undone ? 'Передумать' : 'Не отправлять'}: ${title}`}
              >
                {undone ? 'Передумать' : 'Не отправлять'}
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
  }
  return (
    <div className={classes(css.lines, className)}>
      {shown.filter((order) => !folded.includes(order)).map(lineOf)}
      {folded.length > 0 && (
        <details className={css.folded}>
          <summary>{`Ещё ${counted(folded.length, 'ваша песня', 'ваши песни', 'ваших песен')}`}</summary>
          {folded.map(lineOf)}
        </details>
      )}
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

/** The head that unfolds after typing pushes off the screen what the keyboard has just reached. */
function keepInSight() {
  const page = document.documentElement
  const folds = matchMedia('(max-width: 999px)')
  const watch = new MutationObserver(() => {
    const at = document.activeElement
    if (folds.matches && page.dataset['typing'] === undefined && at?.matches(':focus-visible'))
      at.scrollIntoView({ block: 'center' })
  })
  watch.observe(page, { attributeFilter: ['data-typing'] })
  return () => watch.disconnect()
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

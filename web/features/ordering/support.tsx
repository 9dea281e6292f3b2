import type { FormEvent, MouseEvent, ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { mayCancel } from '#domain/queue/my-order.ts'
import { classes } from '#web/ui/classes.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { HrefOf, OrderAddress } from './address.ts'
import type { Price } from './concert-rules.ts'
import type { MergedOrder } from './mine/merge-orders.ts'
import css from './order-screen.module.css'
import { leastOf, supportText } from './concert-rules.ts'
import type { Orders } from './use-orders.ts'

/** The class of an outlined pill at the end of a row. */
export const PLUS = css.plus

export type SupportWay = {
  readonly price: Price
  readonly hrefOf: HrefOf
  readonly onOpen: (address: OrderAddress) => void
}

/** How songs of this concert are supported; null where its rules do not allow it. */
export function supportWay({ rules, hrefOf, sheet }: Orders): SupportWay | null {
  if (rules.support === null) return null
  return { price: rules, hrefOf, onOpen: sheet.open }
}

type WantProps = {
  entry: QueueEntry
  orders: Orders
  /** How this concert's songs are supported; null: a wish is an order of the same song. */
  support: SupportWay | null
  /** Orders are taken. */
  open: boolean
}

/** What a listener can do with a song that waits, at the end of its row: wish for it too, pay a share, or see that it is his. */
export function WantButton({ entry, orders, support, open }: WantProps) {
  const { own, joined, mine, wish: want, hrefOf, sheet, rules } = orders
  const hydrated = useHydrated()
  const isOwn = own.has(entry.id)
  const order = isOwn ? joinedOrder(entry, mine.orders) : null
  if (isOwn && joined.has(entry.id) && order !== null) {
    if (order.amount !== null) return <InShare entry={entry} orders={orders} />
    return <TakeBack order={order} orders={orders} />
  }
  const from = leastOf(entry, rules)
  if (isOwn && (support === null || from === null)) return <span className={css.you}>вы</span>
  if (support === null && !open) return null
  const address = { song: entry.songId, ...(support !== null && { share: entry.id }) }
  if (from !== null) {
    const verb = support === null ? 'Хочу тоже' : 'Скинуться'
    return (
      <>
        {isOwn && <span className={css.you}>вы</span>}
        <OpenLink
          href={hrefOf(address)}
          onPress={() => void sheet.open(address)}
          label={`${verb}: ${entry.title}, +${from}\u00A0₽ или больше`}
        >
          <span className={css.plus}>{`+${from}\u00A0₽`}</span>
        </OpenLink>
      </>
    )
  }
  const label = plusOne(entry.title)
  const { songId, title, artistName, imageUrl, id } = entry
  const wish = { songId, title, artistName, imageUrl }
  // One press; before hydration the link leads to the question.
  if (!hydrated)
    return (
      <a href={hrefOf(address)} aria-label={label} className={css.pressed}>
        <span className={css.plus}>+1</span>
      </a>
    )
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isWanted(entry, mine.orders)}
      className={css.pressed}
      onClick={() => want(support === null ? wish : { ...wish, supports: id })}
    >
      <span className={css.plus}>+1</span>
    </button>
  )
}

/** «вы в доле», which opens the share; nothing where this listener has paid none. */
export function InShare({ entry, orders }: { entry: QueueEntry; orders: Orders }) {
  const { mine, hrefOf, sheet } = orders
  const order = joinedOrder(entry, mine.orders)
  if (order === null) return null
  const address = { mine: order.orderId ?? '' }
  return (
    <OpenLink
      href={hrefOf(address)}
      onPress={() => void sheet.open(address)}
      label={`Вы в доле: ${entry.title}`}
    >
      <span className={css.you}>вы в доле</span>
    </OpenLink>
  )
}

/** Who speaks to his phone says what he sees. */
const plusOne = (title: string) => `Хочу тоже: ${title}, +1`

/** This device has just asked for it; there is no answer yet. */
function isWanted({ songId }: QueueEntry, orders: readonly MergedOrder[]): boolean {
  return orders.some(
    (order) => order.orderId === null && !order.command?.unwanted && order.songId === songId,
  )
}

/** This device's support of a song. */
function joinedOrder(entry: QueueEntry, orders: readonly MergedOrder[]): MergedOrder | null {
  const own = orders.filter(
    ({ share, songId, orderId, state }) =>
      share === true &&
      songId === entry.songId &&
      orderId !== null &&
      state !== 'SENDING' &&
      mayCancel(state),
  )
  // One that is being paid stands before one that was, and has no entry.
  return own.find(({ entryId }) => entryId === entry.id) ?? own[0] ?? null
}

/** The pressed «+1»: another press takes it back; a form, so that it works before hydration. */
function TakeBack({ order, orders }: { order: MergedOrder; orders: Orders }) {
  const { ordering, hrefOf } = orders
  const { orderId, title } = order
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (orderId !== null) ordering.cancel(orderId)
  }
  return (
    <form method="post" action={hrefOf({})} onSubmit={send}>
      <input type="hidden" name="cancelOrder" value={orderId ?? ''} />
      <button
        type="submit"
        aria-label={plusOne(title)}
        aria-pressed
        aria-busy={ordering.cancelling === orderId || undefined}
        className={css.pressed}
      >
        <span className={css.plus}>+1</span>
      </button>
    </form>
  )
}

type OpenLinkProps = { href: string; onPress: () => void; label: string; children: ReactNode }

export function OpenLink({ href, onPress, label, children }: OpenLinkProps) {
  const press = (event: MouseEvent) => {
    event.preventDefault()
    onPress()
  }
  return (
    <a href={href} aria-label={label} className={css.pressed} onClick={press}>
      {children}
    </a>
  )
}

/**
 * The plus at the end of a row that can be ordered; the press is on the row itself. Drawn by the stylesheet, since a
 * repertoire has hundreds of rows.
 */
export function OrderMark({ className }: { className?: string | undefined }) {
  return (
    <span className={classes(css.mark, className)}>
      <span className="sr">Заказать</span>
    </span>
  )
}

/** The performer of a song of the queue with how many want it: «ДДТ · хотят 3, и вы», of money «2 человека, 150 ₽». */
export function wantedBy(
  entry: QueueEntry,
  joined: boolean,
  orders: readonly MergedOrder[],
): string {
  const { artistName, collected } = entry
  const wanted = isWanted(entry, orders)
  const backers = entry.backers + Number(wanted)
  if (collected !== undefined) return supportText(entry) ?? artistName
  const want = backers < 2 ? '' : `хотят ${backers}${joined || wanted ? ', и вы' : ''}`
  return [artistName, want].filter((part) => part !== '').join(' · ')
}

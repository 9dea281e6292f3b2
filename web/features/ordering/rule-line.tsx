import { limitText } from './ahead.ts'
import css from './order-screen.module.css'
import type { Orders } from './use-orders.ts'

/** No more may be ordered now. */
export const limited = ({ left }: Pick<Orders, 'left'>) =>
  left !== undefined && left.ordered >= left.most

type RuleLineProps = { orders: Orders; searching: boolean }

/** One line under the search: what is left of the limit, else the price, and the rules; else how to order. */
export function RuleLine({ orders, searching }: RuleLineProps) {
  const { left, rules } = orders
  const { paidFrom, line } = rules
  const limit = limitText(left)
  // Among the results it is told with the song that is waited for.
  if (limit !== null)
    return !searching && <p className={css.rules}>{line === null ? limit : `${limit} · ${line}`}</p>
  if (paidFrom === null && line === null)
    return (
      <p className={css.rules}>
        {rules.suggestions ? 'Найдите песню или предложите свою' : 'Найдите песню в списке'}
      </p>
    )
  return (
    <p className={css.rules}>
      {paidFrom !== null && (
        <>
          Заказ <b>{`от ${paidFrom}\u00A0₽`}</b>, вернём, если не сыграют
        </>
      )}
      {paidFrom !== null && line !== null && ' · '}
      {line}
    </p>
  )
}

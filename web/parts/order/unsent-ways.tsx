import { Button } from '#web/ui/button.tsx'
import type { ShownOrder } from '../../lib/shown-orders.ts'
import type { Ordering } from '../../lib/use-order.ts'

export type UnsentWaysProps = {
  order: Pick<ShownOrder, 'key' | 'title'>
  ordering: Pick<Ordering, 'again' | 'giveUp'>
}

/** What can be done with an order that got no answer: it goes out by itself, but may also at once, or not at all. */
export function UnsentWays({ order: { key, title }, ordering }: UnsentWaysProps) {
  return (
    <>
      <Button size="s" variant="invert" onClick={() => ordering.again(key)}>
        Отправить ещё раз<span className="sr">: {title}</span>
      </Button>
      <Button size="s" variant="text" onClick={() => ordering.giveUp(key)}>
        Не отправлять<span className="sr">: {title}</span>
      </Button>
    </>
  )
}

import { useState } from 'react'
import type { Earnings } from '#contract/payment.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { EarningsLine } from './earnings-line.tsx'
import { askEarnings } from './load-balance.ts'

export type ConcertEarningsProps = {
  /** Null where nobody answered. */
  loaded: readonly Earnings[] | null
}

/** What each concert has brought. */
export function ConcertEarnings({ loaded }: ConcertEarningsProps) {
  const [later, setLater] = useState<readonly Earnings[] | null>(null)
  const { press, isPending } = usePresses()
  const earnings = later ?? loaded
  if (earnings === null)
    return (
      <EmptyState
        rest={false}
        text="Не удалось узнать, сколько принесли концерты."
        action={
          <Button
            loading={isPending('earnings')}
            onClick={() => void press('earnings', async () => setLater(await askEarnings()))}
          >
            Попробовать ещё раз
          </Button>
        }
      />
    )
  if (earnings.length === 0)
    return <EmptyState text="Концертов с платными заказами пока не было." />
  return (
    <Section title="По концертам">
      <ul>
        {earnings.map((concert) => (
          <EarningsLine key={concert.sessionId} concert={concert} />
        ))}
      </ul>
    </Section>
  )
}

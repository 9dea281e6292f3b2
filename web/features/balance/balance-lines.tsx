import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { BalanceLine } from './balance-line.tsx'
import css from './balance.module.css'
import { StatementButton } from './statement-button.tsx'
import type { OwnBalance } from './use-balance.ts'

export type BalanceLinesProps = { own: OwnBalance }

/** Every line of the balance, newest first. */
export function BalanceLines({ own: { lines, loadingMore, more } }: BalanceLinesProps) {
  if (lines.entries.length === 0)
    return (
      <EmptyState text="Здесь появятся деньги за заказанные песни и благодарности слушателей." />
    )
  return (
    <Section title="Движение денег">
      <ul>
        {lines.entries.map((entry) => (
          <BalanceLine key={entry.id} entry={entry} />
        ))}
      </ul>
      <div className={css.below}>
        {lines.cursor !== null && (
          <Button block loading={loadingMore} onClick={more}>
            Показать ещё
          </Button>
        )}
        <StatementButton />
      </div>
    </Section>
  )
}

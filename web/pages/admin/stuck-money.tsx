import { useState } from 'react'
import type { StuckMoney as Stuck } from '#contract/payment.ts'
import { rubles } from '#web/lib/signed-rubles.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { ACTION_WORDS, StuckLine } from './stuck-line.tsx'
import type { StuckAction, useStuck } from './use-stuck.ts'

export type StuckMoneyProps = { own: ReturnType<typeof useStuck> }

const CONSEQUENCES: Record<StuckAction, string> = {
  retry: 'Спросим банк и сделаем то, что ещё не сделано. Дважды деньги не уйдут.',
  close:
    'Закрывайте, когда вопрос решён вручную: из списка он исчезнет, а банк мы ни о чём не попросим.',
}

/** The list of sums that wait for a person. */
export function StuckMoney({ own }: StuckMoneyProps) {
  const [asked, setAsked] = useState<{ stuck: Stuck; action: StuckAction } | null>(null)
  const [open, setOpen] = useState(false)
  const { stuck } = own.house

  const settle = async () => {
    if (asked === null) return
    await own.settle(asked.stuck.id, asked.action)
    setOpen(false)
  }

  return (
    <Section title="Деньги, которым нужен человек" count={stuck.length}>
      {stuck.length === 0 && <EmptyState rest={false} text="Всё в порядке" />}
      <ul>
        {stuck.map((one) => (
          <StuckLine
            key={`${one.subject} ${one.id}`}
            stuck={one}
            onAsk={(action) => {
              setAsked({ stuck: one, action })
              setOpen(true)
            }}
          />
        ))}
      </ul>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={asked === null ? '' : `${ACTION_WORDS[asked.action]}?`}
        stacked
        safe="Не сейчас"
        confirm={asked === null ? '' : ACTION_WORDS[asked.action]}
        confirming={own.isPending('settle')}
        onConfirm={() => void settle()}
      >
        {asked !== null && (
          <p>
            {rubles(asked.stuck.amount)}. {CONSEQUENCES[asked.action]}
          </p>
        )}
      </Dialog>
    </Section>
  )
}

import { useState } from 'react'
import type { StuckMoney as Stuck } from '#contract/payment.ts'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { rubles } from '#web/lib/signed-rubles.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import css from './admin.module.css'
import type { MoneyOfHouse } from './load-stuck.ts'
import { ACTION_WORDS, StuckLine } from './stuck-line.tsx'
import type { StuckAction } from './use-stuck.ts'
import { useStuck } from './use-stuck.ts'

type StuckMoneyProps = { own: ReturnType<typeof useStuck> }

const CONSEQUENCES: Record<StuckAction, string> = {
  retry: 'Спросим банк и сделаем то, что ещё не сделано. Дважды деньги не уйдут.',
  close:
    'Закрывайте, когда вопрос решён вручную: из списка он исчезнет, а банк мы ни о чём не попросим.',
}

/** The list of sums that wait for a person. */
function StuckMoney({ own }: StuckMoneyProps) {
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

type PausedPayoutsProps = { own: ReturnType<typeof useStuck> }

/** Payouts stand still until an operator lets them go on. */
function PausedPayouts({ own }: PausedPayoutsProps) {
  const [asking, setAsking] = useState(false)
  const resume = async () => {
    await own.resume()
    setAsking(false)
  }
  return (
    <div className={css.paused}>
      <p className="b">Выплаты остановлены</p>
      <p>Банку не хватило денег на счёте. Пополните счёт и возобновите выплаты.</p>
      <Button size="s" variant="invert" onClick={() => setAsking(true)}>
        Возобновить
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Возобновить выплаты?"
        safe="Не сейчас"
        confirm="Возобновить"
        confirming={own.isPending('resume')}
        onConfirm={() => void resume()}
      >
        <p>Деньги снова пойдут музыкантам. Проверьте, что на счёте их хватает.</p>
      </Dialog>
    </div>
  )
}

type HouseFiguresProps = { house: MoneyOfHouse }

const FIGURES = [
  ['held', 'Удерживается'],
  ['owedBack', 'Возвращается слушателям'],
  ['inFlight', 'Выплаты в пути'],
  ['owedToArtists', 'На балансах музыкантов'],
] as const

/** How much money lies where in the whole house. */
function HouseFigures({ house }: HouseFiguresProps) {
  return (
    <dl className={css.figures}>
      {FIGURES.map(([name, words]) => (
        <div key={name}>
          <dt>{words}</dt>
          <dd className="d-s">{rubles(house[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

export type MoneyTabProps = { loaded: MoneyOfHouse }

/** The money of the house, and what of it does not move by itself. */
export function MoneyTab({ loaded }: MoneyTabProps) {
  const own = useStuck(loaded)
  const zone = useViewerZone('Europe/Moscow')
  const { house } = own
  return (
    <AdminFrame
      tab="money"
      lead={auditWords(house.audit, zone)}
      refreshing={own.isPending('refresh')}
      onRefresh={own.refresh}
    >
      {house.payoutsPaused && <PausedPayouts own={own} />}
      <HouseFigures house={house} />
      <StuckMoney own={own} />
    </AdminFrame>
  )
}

function auditWords(audit: MoneyOfHouse['audit'], zone: string): string {
  if (audit === null) return 'Ночной сверки ещё не было.'
  const when = `Сверка ${dayAndTime(audit.at, zone)}`
  return audit.clean ? `${when}: всё сходится.` : `${when}: не сходится. ${audit.words}`
}

import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { StuckMoney } from '#contract/payment.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, useViewerZone } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { AdminFrame } from '../admin-frame.tsx'
import css from '../admin.module.css'
import { DutyNote, useWhyNot } from '../duty-note.tsx'
import type { ServiceFinances } from '../load-admin.ts'
import { askStuck } from '../load-admin.ts'
import { PausedPayouts } from './paused-payouts.tsx'

type StuckAction = StuckMoney['actions'][number]

/** The service's money, and an operator's actions on it. */
function useStuck(loaded: ServiceFinances) {
  const [finances, setFinances] = useState(loaded)
  const { press, isPending } = usePresses()
  const toast = useToast()

  const refresh = () =>
    askStuck().then(setFinances, () => toast({ text: 'Список не обновился', tone: 'error' }))

  return {
    finances,
    isPending,
    settle: (id: string, body: { action: StuckAction; amount?: number }) =>
      press(
        'settle',
        async () => {
          await call(api.payment.settle, { params: { id }, body })
          toast(body.action === 'retry' ? 'Спросим банк ещё раз' : 'Вопрос закрыт')
          await refresh()
        },
        // Another operator or the bank has already changed it.
        (failure) => failure.status < 500 && void refresh(),
      ),
    resume: () =>
      press('resume', async () => {
        await call(api.payment.resumePayouts, {})
        toast('Выплаты возобновлены')
        await refresh()
      }),
    refresh: () => void press('refresh', refresh),
  }
}

type StuckListProps = { own: ReturnType<typeof useStuck> }

const CONSEQUENCES: Record<StuckAction, string> = {
  retry: 'Спросим банк и сделаем то, что ещё не сделано. Дважды деньги не уйдут.',
  close:
    'Закрывайте, когда вопрос решён вручную: из списка он исчезнет, а банк мы ни о чём не попросим.',
  charge:
    'Часть музыканта спишется с его баланса, а чего не хватит, из следующих зачислений. Комиссию вернём мы.',
  paid: 'Запишем, что банк выплатил столько. Разница с нашей суммой вернётся на баланс музыканта или спишется с него. Денег мы не отправим.',
}

const SENT_AGAIN =
  'Отправим выплату заново под другим номером. Если прежняя всё же ушла, деньги уйдут дважды.'

function consequence({ stuck, action }: { stuck: StuckMoney; action: StuckAction }): string {
  const again = stuck.attention === 'payout_known' && action === 'retry'
  return again ? SENT_AGAIN : CONSEQUENCES[action]
}

/** The kopecks of a sum typed in rubles; null where it is none. */
function kopecksTyped(text: string): number | null {
  const typed = /^(\d{1,7})(?:[.,](\d{1,2}))?₽?$/u.exec(text.replace(/\s/gu, ''))
  if (typed === null) return null
  const amount = Number(typed[1]) * 100 + Number((typed[2] ?? '').padEnd(2, '0'))
  return amount > 0 ? amount : null
}

/** The list of sums that need an operator. */
function StuckList({ own }: StuckListProps) {
  const [asked, setAsked] = useState<{ stuck: StuckMoney; action: StuckAction } | null>(null)
  const [open, setOpen] = useState(false)
  const [paid, setPaid] = useState('')
  const { stuck } = own.finances
  const amount = kopecksTyped(paid)

  const settle = async () => {
    if (asked === null) return
    const { stuck: one, action } = asked
    if (action !== 'paid') await own.settle(one.id, { action })
    else if (amount === null) return
    else await own.settle(one.id, { action, amount })
    setOpen(false)
  }

  return (
    <Section title="Деньги, которым нужен человек" count={stuck.length}>
      {stuck.length === 0 && <EmptyState rest={false} text="Всё в порядке" />}
      {stuck.length > 0 && <DutyNote of={api.payment.settle} />}
      <ul>
        {stuck.map((one) => (
          <StuckLine
            key={`${one.subject} ${one.id}`}
            stuck={one}
            onAsk={(action) => {
              setAsked({ stuck: one, action })
              setPaid(String(one.amount / 100).replace('.', ','))
              setOpen(true)
            }}
          />
        ))}
      </ul>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={asked === null ? '' : `${ACTION_LABELS[asked.action]}?`}
        stacked
        safe="Не сейчас"
        confirm={asked === null ? '' : ACTION_LABELS[asked.action]}
        confirming={own.isPending('settle')}
        onConfirm={() => void settle()}
      >
        {asked !== null && (
          <p>
            {rubles(asked.stuck.amount)}. {consequence(asked)}
          </p>
        )}
        {asked?.action === 'paid' && (
          <Field
            label="Банк выплатил, ₽"
            inputMode="decimal"
            value={paid}
            error={amount === null && 'Сумма в рублях, например 9500,50'}
            onChange={(event) => setPaid(event.target.value)}
          />
        )}
      </Dialog>
    </Section>
  )
}

type FinanceFiguresProps = { finances: ServiceFinances }

const FIGURES = [
  ['held', 'Удерживается'],
  ['owedBack', 'Возвращается слушателям'],
  ['inFlight', 'Выплаты в пути'],
  ['owedToArtists', 'На балансах музыкантов'],
] as const

/** How much of the service's money is in each state. */
function FinanceFigures({ finances }: FinanceFiguresProps) {
  return (
    <dl className={css.figures}>
      {FIGURES.map(([name, text]) => (
        <div key={name}>
          <dt>{text}</dt>
          <dd className="d-s">{rubles(finances[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

type MoneyTabProps = { loaded: ServiceFinances }

/** The service's money, and the sums that need an operator. */
export function MoneyTab({ loaded }: MoneyTabProps) {
  const own = useStuck(loaded)
  const zone = useViewerZone()
  const { finances } = own
  return (
    <AdminFrame
      tab="money"
      lead={auditText(finances.audit, zone)}
      refreshing={own.isPending('refresh')}
      onRefresh={own.refresh}
    >
      {finances.payoutsPaused && (
        <PausedPayouts
          restored={finances.restored}
          resuming={own.isPending('resume')}
          onResume={own.resume}
        />
      )}
      {finances.payoutsWait !== null && !finances.payoutsPaused && (
        <div className={css.paused}>
          <p className="b">Выплаты ждут</p>
          <p>{finances.payoutsWait}</p>
        </div>
      )}
      <FinanceFigures finances={finances} />
      <StuckList own={own} />
    </AdminFrame>
  )
}

function auditText(audit: ServiceFinances['audit'], zone: string): string {
  if (audit === null) return 'Ночной сверки ещё не было.'
  const when = `Сверка ${dayAndTime(audit.at, zone)}`
  if (audit.clean === null) return `${when}: не дошла до конца.`
  return audit.clean ? `${when}: всё сходится.` : `${when}: не сходится. ${audit.words}`
}

type StuckLineProps = {
  stuck: StuckMoney
  onAsk: (action: StuckAction) => void
}

const SUBJECTS: Record<StuckMoney['subject'], string> = {
  payment: 'Платёж',
  payout: 'Выплата',
  registry: 'Реестр банка',
  ledger: 'Книга учёта',
  notices: 'Уведомления',
}

const ACTION_LABELS: Record<StuckAction, string> = {
  retry: 'Попробовать ещё раз',
  close: 'Закрыть вопрос',
  charge: 'Списать с музыканта',
  paid: 'Деньги ушли',
}

/** One sum that needs an operator: what happened and what to do. */
function StuckLine({ stuck, onAsk }: StuckLineProps) {
  const zone = useViewerZone()
  const { subject, amount, since, what, todo, artistUsername, bankId, actions } = stuck
  const mayNot = useWhyNot(api.payment.settle) !== null
  return (
    <li className={css.stuck}>
      <div className={css.head}>
        <p className="d-xs">{rubles(amount)}</p>
        <p className="t-s muted">
          {SUBJECTS[subject]} с <time dateTime={since}>{dayAndTime(since, zone)}</time>
        </p>
      </div>
      <p className={css.what}>{what}</p>
      <p>{todo}</p>
      <dl className={css.names}>
        {artistUsername !== undefined && (
          <div>
            <dt>Музыкант</dt>
            <dd>{artistUsername}</dd>
          </div>
        )}
        {bankId !== undefined && (
          <div>
            <dt>Номер у банка</dt>
            <dd className="tnum">{bankId}</dd>
          </div>
        )}
        <div>
          <dt>Номер у нас</dt>
          <dd className="tnum">{stuck.id}</dd>
        </div>
      </dl>
      {actions.length > 0 && (
        <div className={css.actions}>
          {actions.map((action) => (
            <Button
              key={action}
              size="s"
              disabled={mayNot}
              onClick={() => onAsk(action)}
              aria-label={`${ACTION_LABELS[action]}: ${rubles(amount)}`}
            >
              {ACTION_LABELS[action]}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

import type { StuckMoney } from '#contract/payment.ts'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { rubles } from '#web/lib/signed-rubles.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { Button } from '#web/ui/button.tsx'
import css from './admin.module.css'
import type { StuckAction } from './use-stuck.ts'

export type StuckLineProps = {
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

export const ACTION_WORDS: Record<StuckAction, string> = {
  retry: 'Попробовать ещё раз',
  close: 'Закрыть вопрос',
}

/** One sum that does not move by itself: what happened and what to do. */
export function StuckLine({ stuck, onAsk }: StuckLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { subject, amount, since, what, todo, artistUsername, bankId, actions } = stuck
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
            <Button key={action} size="s" onClick={() => onAsk(action)}>
              {ACTION_WORDS[action]}
              <span className="sr">: {rubles(amount)}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

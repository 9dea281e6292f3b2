import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { PAYMENT_STATES } from '#domain/payments/payment.ts'
import { dayAndTime, rubles, useViewerZone } from '#web/lib/format.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import css from '../admin.module.css'
import { DutyNote, useWhyNot } from '../duty-note.tsx'
import type { ServiceFinances } from '../load-admin.ts'

type Restored = NonNullable<ServiceFinances['restored']>

type PausedPayoutsProps = {
  restored: ServiceFinances['restored']
  resuming: boolean
  onResume: () => Promise<unknown>
}

/** Payouts stay paused until an operator resumes them. */
export function PausedPayouts({ restored, resuming, onResume }: PausedPayoutsProps) {
  const [asking, setAsking] = useState(false)
  const resume = async () => {
    await onResume()
    setAsking(false)
  }
  const mayNot = useWhyNot(api.payment.resumePayouts) !== null
  const waits = restored !== null && restored.toCheck !== 0
  return (
    <div className={css.paused}>
      <p className="b">Выплаты остановлены</p>
      {restored === null ? (
        <p>Банку не хватило денег на счёте. Пополните счёт и возобновите выплаты.</p>
      ) : (
        <RestoredMoney restored={restored} />
      )}
      <Button size="s" variant="invert" disabled={waits || mayNot} onClick={() => setAsking(true)}>
        Возобновить
      </Button>
      <DutyNote of={api.payment.resumePayouts} />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Возобновить выплаты?"
        safe="Не сейчас"
        confirm="Возобновить"
        confirming={resuming}
        onConfirm={() => void resume()}
      >
        <p>
          {restored === null
            ? 'Деньги снова пойдут музыкантам. Проверьте, что на счёте их хватает.'
            : 'Деньги снова пойдут музыкантам, а концерты, время которых вышло, закончатся. Выплату, которую банк уже знает, мы не повторим, а спросим о ней вас.'}
        </p>
      </Dialog>
    </div>
  )
}

/** What the bank has done since the backup, as far as we can know, and where to look for the rest. */
function RestoredMoney({ restored }: { restored: Restored }) {
  const zone = useViewerZone()
  const { madeAt, restoredAt, toCheck, changed, payouts } = restored
  const [from, till] = [dayAndTime(madeAt, zone), dayAndTime(restoredAt, zone)]
  return (
    <>
      <p>
        База восстановлена {till} из копии от {from}. Что банк сделал за это время, в ней не
        записано.
      </p>
      <p>
        {toCheck !== 0
          ? `Сверяем платежи с банком${toCheck === null ? '' : `, осталось: ${toCheck}`}. Возобновить выплаты можно после сверки.`
          : `Платежи сверены с банком, изменилось: ${changed.length}. Выплат закончилось: ${payouts.length}.`}
      </p>
      <ul>
        {changed.map((one) => (
          <ChangedLine key={one.id} one={one} what={one.known ? stateText(one.state) : UNKNOWN} />
        ))}
        {payouts.map((one) => (
          <ChangedLine
            key={one.id}
            one={one}
            what={one.state === 'completed' ? 'выплата пришла' : 'выплата отклонена'}
          />
        ))}
      </ul>
      <p>
        Чего мы не знаем, знает кабинет банка: сравните его выплаты и оплаты за это время с нашими.
        Оплату, которой у нас нет, верните слушателю. Концертам, которые шли тогда, отметьте
        сыгранные песни: сами эти концерты не закончатся, пока выплаты стоят.
      </p>
    </>
  )
}

const UNKNOWN = 'банк не знает этого платежа'

const STATES: Partial<Record<(typeof PAYMENT_STATES)[number], string>> = {
  secured: 'оплачен',
  releasing: 'оплачен, песня сыграна',
  released: 'списан и зачислен',
  returning: 'возвращается слушателю',
  returned: 'возвращён слушателю',
  failed: 'не оплачен',
  expired: 'не оплачен',
  canceled: 'не оплачен',
}

const stateText = (state: string) =>
  Object.entries(STATES).find(([of]) => of === state)?.[1] ?? state

type ChangedLineProps = { one: Restored['payouts'][number]; what: string }

function ChangedLine({ one, what }: ChangedLineProps) {
  const { id, amount, artistUsername, bankId } = one
  return (
    <li className="tnum">
      {rubles(amount)}, {artistUsername}: {what}. {bankId === undefined ? id : `${id}, ${bankId}`}
    </li>
  )
}

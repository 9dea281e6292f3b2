import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { PaymentCard } from '#contract/operator.ts'
import { api } from '#contract/index.ts'
import { mayDo } from '#domain/accounts/operators.ts'
import type { Role } from '#domain/accounts/operators.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, useViewerZone } from '#web/lib/format.ts'
import { fieldText } from '#web/lib/use-saving.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import css from '../admin.module.css'
import { DeedDialog } from '../deed-dialog.tsx'
import type { DeedQuestion } from '../deed-dialog.tsx'
import { KINDS, STATE_NAMES } from './payment-words.ts'

/** What a return does, each with its figure. */
function effectsOf({ amount, state, refundable, refusal }: PaymentCard): readonly string[] {
  if (refundable === null) return [refusal ?? '']
  const { available, owed } = refundable
  return [
    `${rubles(amount)} вернём слушателю`,
    state === 'secured'
      ? 'Заказ снимем, песню без других заказов уберём из очереди'
      : `Удержим с баланса музыканта: на нём ${rubles(available)}`,
    ...(owed > 0
      ? [`Ещё ${rubles(owed)} удержим из следующих зачислений, до этого выплаты подождут`]
      : []),
  ]
}

/** The life of a payment in order, and its return. */
export function PaymentPage({ payment, role }: { payment: PaymentCard; role: Role }) {
  const zone = useViewerZone()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [asked, setAsked] = useState<DeedQuestion | null>(null)
  const { id, amount, artistUsername, artistName, refundable, refusal, steps } = payment
  const sum = rubles(amount)
  const give: DeedQuestion = {
    title: `Вернуть деньги, ${sum}`,
    confirm: `Вернуть деньги, ${sum}`,
    effects: effectsOf(payment),
    recount: async () => effectsOf(await call(api.operator.payment, { query: { id } })),
    fields: <Field label="Слово слушателю" name="word" maxLength={140} />,
    send: (why, typed) =>
      call(api.operator.returnPayment, {
        body: { id, word: fieldText(typed, 'word'), ...why },
      }),
  }
  return (
    <AdminFrame
      tab="accounts"
      lead={
        <span className={css.facts}>
          <b>{id}</b>
          <Badge>{STATE_NAMES[payment.state]}</Badge>
        </span>
      }
    >
      <div className={css.card}>
        <Section title="Возврат" className={css.todo}>
          {refundable === null ? (
            <p className="muted">{refusal}</p>
          ) : (
            <Button
              variant="primary"
              block
              disabled={!mayDo(role, 'cashier')}
              onClick={() => setAsked(give)}
            >
              {`Вернуть деньги, ${sum}`}
            </Button>
          )}
          {payment.returnWord !== '' && <p>Слово слушателю: {payment.returnWord}</p>}
        </Section>
        <div className="stack">
          <Section title="Слушатель">
            <dl className={css.known}>
              <div>
                <dt>Что это</dt>
                <dd>
                  {[payment.songTitle, KINDS[payment.kind], payment.concertTitle]
                    .filter((part) => part)
                    .join(' · ')}
                </dd>
              </div>
              <div>
                <dt>Музыкант</dt>
                <dd>
                  <Anchor
                    href={`/admin?tab=accounts&username=${encodeURIComponent(artistUsername)}`}
                    className="link"
                  >
                    {artistName === '' ? artistUsername : artistName}
                  </Anchor>
                </dd>
              </div>
              <div>
                <dt>Страница</dt>
                <dd>
                  <Anchor href={`/payment/${id}`} className="link">
                    платёж, как видит он
                  </Anchor>
                </dd>
              </div>
              {payment.receiptTo !== '' && (
                <div>
                  <dt>Чек</dt>
                  <dd>{payment.receiptTo}</dd>
                </div>
              )}
            </dl>
          </Section>
          <Section title="Как шёл">
            <ol>
              {steps.map(({ at, what, amount: moved }) => (
                <li key={`${at} ${what} ${moved}`} className={css.deed}>
                  <span>
                    <b>{what}</b>
                    <time dateTime={at} className="t-s muted">
                      {dayAndTime(at, zone)}
                    </time>
                  </span>
                  {moved !== null && <span className="num">{rubles(moved)}</span>}
                </li>
              ))}
            </ol>
          </Section>
        </div>
      </div>
      <DeedDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          toast('Возвращаем и записали в журнал')
          void revalidate()
        }}
      />
    </AdminFrame>
  )
}

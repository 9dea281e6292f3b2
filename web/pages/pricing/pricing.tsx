import type { ActionFunctionArgs, ClientActionFunctionArgs, MetaFunction } from 'react-router'
import { data, redirect, useLocation } from 'react-router'
import {
  DEFAULT_MIN_SONG_RUBLES,
  formatRubles,
  MAX_SONG_RUBLES,
  MAX_TIP_RUBLES,
  MIN_TIP_RUBLES,
  rublesToKopecks,
} from '#domain/money.ts'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { useSiteFacts } from '#web/lib/site-facts.ts'
import { TextPage } from '#web/parts/text-page.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Section } from '#web/ui/section.tsx'
import { Commissions } from './commissions.tsx'
import { OrderSteps } from './order-steps.tsx'
import type { SupportAnswer } from './support-answer.ts'
import { askForHelp, notSent, typedIn } from './support-answer.ts'
import { SupportForm } from './support-form.tsx'
import { SupportThanks } from './support-thanks.tsx'
import css from './pricing.module.css'

// The same page has two addresses, and the first is its own.
export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Цены и оплата — Бис',
    description:
      'Комиссии с заказов и благодарностей, как проходит заказ песни, чем платить и когда деньги возвращаются.',
    path: '/pricing',
    publicUrl: publicUrlIn(matches),
  })

export async function action({ request, context }: ActionFunctionArgs) {
  const refused = await askForHelp(typedIn(await request.formData()), callFrom(context))
  if (refused !== null) return data(refused, { status: refused.status })
  return redirect('/pricing?support=sent#support', 303)
}

/** A lost network leaves what was typed on the screen. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const typed = typedIn(await request.clone().formData())
  try {
    return await serverAction<SupportAnswer>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return notSent(typed)
  }
}

const rubles = (amount: number) => formatRubles(rublesToKopecks(amount))

const PAID_BY = ['МИР', 'VISA', 'Mastercard', 'СБП']

/** What the product costs, what becomes of an order's money, and whom to ask. */
export default function Pricing() {
  const { offerUrl } = useSiteFacts()
  const sent = new URLSearchParams(useLocation().search).get('support') === 'sent'
  return (
    <TextPage title="Цены и оплата" lead="Страница, афиша и бесплатные заказы не стоят ничего.">
      <Section title="Комиссии">
        <Commissions />
        <p>
          Заказ песни стоит от {rubles(DEFAULT_MIN_SONG_RUBLES)} до {rubles(MAX_SONG_RUBLES)},
          нижнюю границу назначает музыкант. Благодарность — от {rubles(MIN_TIP_RUBLES)} до{' '}
          {rubles(MAX_TIP_RUBLES)}. Валюта расчётов — российский рубль.
        </p>
      </Section>
      <Section title="Как проходит заказ">
        <OrderSteps />
      </Section>
      <Section title="Чем платить">
        <ul aria-label="Способы оплаты" className={css.paidBy}>
          {PAID_BY.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p>
          Оплата проходит на защищённой странице банка. Номер карты вводят там же, «Бис» его не
          видит и не хранит.
        </p>
      </Section>
      <Section title="Возврат">
        <ul>
          <li>
            Песню пропустили, сняли с очереди или концерт закончился раньше неё — вся сумма
            возвращается сама, писать никуда не нужно.
          </li>
          <li>Слушатель может снять свой заказ, пока песня ждёт очереди. Вернётся вся сумма.</li>
          <li>
            Удержание на карте банк снимает обычно сразу, возврат списанных денег занимает до десяти
            рабочих дней и зависит от банка слушателя.
          </li>
          <li>
            Благодарность — подарок музыканту, она не возвращается. Ошиблись суммой? Напишите нам.
          </li>
        </ul>
      </Section>
      <Section title="Выплаты музыканту">
        <p>
          Деньги за концерт уходят на телефон музыканта по СБП: после последней оплаты концерта или
          в течение суток после первого зачисления. Условия — в{' '}
          <Anchor href={offerUrl} className="link">
            публичной оферте
          </Anchor>
          .
        </p>
      </Section>
      <Section id="support" title="Написать в поддержку">
        {sent ? <SupportThanks /> : <SupportForm />}
      </Section>
    </TextPage>
  )
}

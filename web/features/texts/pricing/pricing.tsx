import { useEffect } from 'react'
import type { ActionFunctionArgs, ClientActionFunctionArgs, MetaFunction } from 'react-router'
import { data, redirect, useLocation } from 'react-router'
import {
  COMMISSION_BPS,
  LOWEST_MIN_SONG_RUBLES,
  MAX_SONG_RUBLES,
  MAX_TIP_RUBLES,
  MIN_TIP_RUBLES,
  formatRubles,
  rublesToKopecks,
} from '#domain/money.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Rule, Section } from '#web/ui/layout/section.tsx'
import { TextPage } from '../text-page.tsx'
import css from './pricing.module.css'
import type { SupportAnswer } from './support-form.tsx'
import { askForHelp, removeDraft, notSent, SupportForm, typedIn } from './support-form.tsx'

const STEPS = [
  {
    title: 'Слушатель выбирает песню',
    text: 'Открывает страницу музыканта по QR-коду или ссылке, находит песню и вводит сумму. Регистрация не нужна.',
  },
  {
    title: 'Платит на странице банка',
    text: 'На карте сумма удерживается, по СБП списывается сразу. Заказ появляется у музыканта, как только банк подтвердил оплату.',
  },
  {
    title: 'Музыкант берёт песню в очередь',
    text: 'Он отмечает заказ, и песня показывается в очереди всему залу.',
  },
  {
    title: 'Играет и подтверждает',
    text: 'Нажимает «Следующий Трек» перед исполнением и ещё раз после него. Только после этого деньги зачисляются музыканту.',
  },
  {
    title: 'Если песня не прозвучала',
    text: 'Исполнение не подтвердили до конца концерта? Заказ отменяется, и деньги возвращаются слушателю полностью.',
  },
]

/** What happens to an order and its money, step by step. */
function OrderSteps() {
  return (
    <ol className={css.steps}>
      {STEPS.map(({ title, text }, index) => (
        <li key={title}>
          <span aria-hidden="true" className={css.number}>
            {index + 1}
          </span>
          <div aria-hidden="true" className="vrule" />
          <div>
            <h3 className="d-xs">{title}</h3>
            <p className="muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

const COMMISSIONS = [
  {
    percent: COMMISSION_BPS.song / 100,
    of: 'С заказов песен',
    text: 'Удерживаем с музыканта и только за сыгранную песню. Отменённый заказ ничего не стоит.',
  },
  {
    percent: COMMISSION_BPS.tip / 100,
    of: 'С благодарностей',
    text: 'Удерживаем с музыканта. Слушатель платит ровно столько, сколько ввёл.',
  },
]

/** The commissions, in a poster's size. */
function Commissions() {
  return (
    <div className={css.commissions}>
      {COMMISSIONS.map(({ percent, of, text }) => (
        <div key={of} className={css.commission}>
          <b aria-hidden="true">{percent}%</b>
          <div>
            <h3 className="d-xs">
              <span className="sr">{percent}% </span>
              {of}
            </h3>
            <p className="muted">{text}</p>
          </div>
        </div>
      ))}
    </div>
  )
}

/** The question was sent: deletes its draft. */
function SupportThanks() {
  useEffect(() => removeDraft(), [])
  return (
    <div className={css.thanks}>
      <Rule tone="lamp" />
      <output className="d-xs">Запрос успешно отправлен. Мы свяжемся с вами по email.</output>
      <Button href="/pricing#support">Написать ещё</Button>
    </div>
  )
}

// The page has two addresses; the first one is canonical.
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

/** On a lost network the typed text stays on the screen. */
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

/** The prices, what happens to an order's money, and how to contact support. */
export default function Pricing() {
  const { offerUrl } = useSiteFacts()
  const sent = new URLSearchParams(useLocation().search).get('support') === 'sent'
  return (
    <TextPage title="Цены и оплата" lead="Страница, афиша и бесплатные заказы не стоят ничего.">
      <Section title="Комиссии">
        <Commissions />
        <p>
          Заказ песни стоит от {rubles(LOWEST_MIN_SONG_RUBLES)} до {rubles(MAX_SONG_RUBLES)}, нижнюю
          границу назначает музыкант. Благодарность — от {rubles(MIN_TIP_RUBLES)} до{' '}
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
          Выплата приходит по СБП на телефон музыканта: после концерта, но не позже суток с первого
          зачисления. Условия — в{' '}
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

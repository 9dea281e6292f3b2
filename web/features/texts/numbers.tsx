import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { ServiceNumbers } from '#contract/page.ts'
import { durationText } from '#domain/numbers.ts'
import { clockTime, counted, countedOrders } from '#domain/russian.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { useReloadWhenReachable } from '#web/lib/pages/reload-when-reachable.ts'
import { usePoll } from '#web/lib/value-hooks.ts'
import type { NamedFigure } from '#web/ui/charts/figures.tsx'
import { Figures } from '#web/ui/charts/figures.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextPage } from './text-page.tsx'

const TOO_FEW = 'пока мало данных'

type Speed = Pick<ServiceNumbers['taps'], 'p50Ms' | 'p99Ms'>

/** The median and the 99th percentile of what; nothing where even the first is unknown. */
function speedFigures({ p50Ms, p99Ms }: Speed, of = { half: 'Половина', most: '99 из 100' }) {
  if (p50Ms === null) return []
  const figures: NamedFigure[] = [
    { name: `${of.half} — не дольше`, value: durationText(p50Ms) },
    { name: `${of.most} — не дольше`, value: p99Ms === null ? TOO_FEW : durationText(p99Ms) },
  ]
  return figures
}
const OF_CONCERTS = { half: 'На половине концертов', most: 'На 99 из 100' }

const counts = (first: NamedFigure, ...more: readonly [name: string, count: number][]) => [
  first,
  ...more.map(([name, count]) => ({ name, value: COUNTS.format(count) })),
]
const COUNTS = new Intl.NumberFormat('ru-RU')

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Цифры сервиса — Бис',
    description:
      'Сколько концертов идёт сейчас, как быстро заказ доходит до музыканта и деньги возвращаются слушателям. Сервис измеряет это сам.',
    path: '/numbers',
    publicUrl: publicUrlIn(matches),
  })

export function loader({ context }: LoaderFunctionArgs): Promise<ServiceNumbers> {
  return callFrom(context)(api.page.numbers, {})
}

const LOOK_MS = 30_000

/** What the service measures of itself, and how. */
export default function NumbersPage() {
  const { at, demo, concerts, orders, taps, refunds } = useLoaderData<ServiceNumbers>()
  const reload = useReloadWhenReachable()
  usePoll(true, LOOK_MS, () => void reload())
  return (
    <TextPage
      title="Цифры сервиса"
      lead={
        <>
          <p>Сервис считает их сам. Ничего личного здесь нет: только количества, время и суммы.</p>
          <p>
            Посчитано в <time dateTime={at}>{clockTime(new Date(at), 'Europe/Moscow')}</time> по
            Москве.
          </p>
          {demo && <p>Это демонстрация: концерты, заказы и деньги в ней ненастоящие.</p>}
        </>
      }
    >
      <Section title="Концерты">
        <Figures
          figures={counts(
            { name: 'Идут сейчас', value: COUNTS.format(concerts.running) },
            ['Сегодня', concerts.today],
            ['За 30 дней', concerts.month],
          )}
        />
        <p className="muted">
          Сегодня — по московскому дню.{' '}
          {demo
            ? 'Считаем все начавшиеся концерты.'
            : 'Считаем начавшиеся концерты, на которых песни заказали хотя бы из трёх разных сетей.'}
        </p>
      </Section>
      <Section title="Заказы песен">
        <Figures
          figures={counts(
            { name: 'На сегодняшних концертах', value: COUNTS.format(orders.today) },
            ['На концертах за 30 дней', orders.month],
          )}
        />
        <p className="muted">
          Бесплатные и оплаченные. Отменённые слушателем и заказы удалённых концертов не считаются.
        </p>
      </Section>
      <Section title="От нажатия до пульта">
        {taps.p50Ms !== null && <Figures figures={speedFigures(taps, OF_CONCERTS)} />}
        <p>
          {taps.p50Ms === null && 'Время не называем: пока мало данных. '}
          Измерено за 30 дней: {countedOrders(taps.count)},{' '}
          {counted(taps.concerts, 'концерт', 'концерта', 'концертов')}.
        </p>
        <details>
          <summary>Как измеряем</summary>
          <ul>
            <li>
              Начало — заказ пришёл на сервер. Сколько он ждал в телефоне и шёл по сети, не входит:
              с сервера этого не видно.
            </li>
            <li>
              Конец — устройство музыканта подтвердило, что очередь с этим заказом у него. Дорога до
              него и обратно входит целиком.
            </li>
            <li>
              Только бесплатные заказы: платный ждёт, пока слушатель заплатит. Если пульт закрыт,
              заказ не измеряется.
            </li>
            <li>
              Время собрано по ступеням, и показана верхняя граница ступени: на деле не дольше. У
              каждого концерта своя середина, и один весит столько же, сколько любой другой. Меньше
              20 концертов не показываем, для «99 из 100» нужно 100.
            </li>
          </ul>
        </details>
      </Section>
      <Section title="Возвраты слушателям">
        <Figures
          figures={[
            { name: 'Вернулось за 30 дней', value: rubles(refunds.amount) },
            {
              name: 'Возвраты',
              value: counted(refunds.count, 'платёж', 'платежа', 'платежей'),
            },
            ...speedFigures(refunds),
          ]}
        />
        {refunds.p50Ms === null && <p>Время не называем: пока мало данных.</p>}
        <p className="muted">
          Деньги за песни, которые не прозвучали, и возвращённые музыкантом. Время — от решения
          вернуть до подтверждения банка. До карты деньги идут ещё до нескольких дней.
        </p>
      </Section>
    </TextPage>
  )
}

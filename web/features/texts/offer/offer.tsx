import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { redirect, useLoaderData } from 'react-router'
import { EDITIONS } from '#domain/documents.ts'
import {
  COMMISSION_BPS,
  LINK_LIFE_MINUTES,
  LOWEST_MIN_SONG_RUBLES,
  MAX_SONG_RUBLES,
  MAX_TIP_RUBLES,
  MIN_TIP_RUBLES,
  formatRubles,
  rublesToKopecks,
} from '#domain/money.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DocumentHead, LegalDetails } from '../legal-parts.tsx'
import { TextPage } from '../text-page.tsx'

const rubles = (amount: number) => formatRubles(rublesToKopecks(amount))

/** What an order and a tip are, and when money is refunded. */
function OfferOrder() {
  return (
    <>
      <Section title="4. Заказ песни и благодарность">
        <ul>
          <li>
            Слушатель выбирает песню и сумму: от {rubles(LOWEST_MIN_SONG_RUBLES)} (или от большей
            суммы, которую назначил музыкант) до {rubles(MAX_SONG_RUBLES)}. Музыкант может принимать
            заказы и бесплатно.
          </li>
          <li>
            Заказ считается сделанным, когда банк подтвердил удержание или списание денег.
            Неоплаченный заказ отменяется через {LINK_LIFE_MINUTES} минут.
          </li>
          <li>
            Музыкант отмечает песню, и она показывается в очереди. Перед исполнением и ещё раз после
            него он нажимает «Следующий Трек». Со второго нажатия заказ считается исполненным, и
            деньги зачисляются музыканту.
          </li>
          <li>Песню, которую музыкант не знает или не успевает сыграть, он вправе пропустить.</li>
          <li>
            Благодарность — добровольный платёж музыканту от {rubles(MIN_TIP_RUBLES)} до{' '}
            {rubles(MAX_TIP_RUBLES)}, за который ничего не обещано взамен.
          </li>
        </ul>
      </Section>
      <Section title="5. Возврат денег">
        <ul>
          <li>
            Если исполнение не подтверждено до конца концерта, песня пропущена или концерт отменён,
            заказ отменяется и вся сумма возвращается слушателю без его заявления.
          </li>
          <li>
            Слушатель может отказаться от заказа, пока песня ждёт очереди. Сумма возвращается
            полностью.
          </li>
          <li>
            Деньги возвращаются тем же способом, которым оплачен заказ. Срок зачисления определяет
            банк слушателя, обычно не дольше десяти рабочих дней.
          </li>
          <li>
            Оплата исполненного заказа и благодарность не возвращаются, кроме случаев ошибки или
            обмана; о них напишите Сервису.
          </li>
        </ul>
      </Section>
    </>
  )
}

const percent = (bps: number) => `${bps / 100}\u00A0%`

/** The commission, the payouts, and other terms. */
function OfferMoney() {
  return (
    <>
      <Section title="6. Комиссия и выплаты">
        <ul>
          <li>
            Сервис удерживает с музыканта {percent(COMMISSION_BPS.song)} от суммы исполненного
            заказа и {percent(COMMISSION_BPS.tip)} от благодарности. Слушатель сверх введённой суммы
            Сервису не платит ничего.
          </li>
          <li>
            Остальное выплачивается на телефон музыканта по СБП: после последней оплаты концерта или
            в течение суток после первого зачисления. Номер сначала проверяется небольшим переводом.
          </li>
          <li>
            Если банк не принял выплату, она остаётся на балансе музыканта и отправляется снова
            после исправления данных.
          </li>
          <li>
            Если слушатель оспорил платёж и банк вернул ему деньги, Сервис вправе списать долю
            музыканта в этом платеже с его баланса, а чего не хватит — со следующих зачислений. Свою
            комиссию Сервис возвращает сам.
          </li>
          <li>
            На случай таких споров Сервис может придержать часть зачисленного. Сколько и до какого
            дня, показано на балансе; потом она выплачивается.
          </li>
          <li>
            Сервис может приостановить выплату, пока проверяет жалобу или признаки обмана, и
            сообщает об этом музыканту.
          </li>
        </ul>
      </Section>
      <Section title="7. Прочие условия">
        <ul>
          <li>
            Сервис может закрыть страницу, которая нарушает закон или эту оферту. Деньги за уже
            исполненные заказы при этом выплачиваются.
          </li>
          <li>
            Сервис старается работать без перерывов, но не отвечает за перебои связи и банков.
            Деньги за заказ, который из-за перебоя не исполнен, возвращаются слушателю.
          </li>
          <li>
            Музыкант может в любой момент перестать пользоваться сервисом и попросить удалить
            страницу. Заработанное до этого выплачивается.
          </li>
          <li>
            Спорный вопрос начинается с обращения через{' '}
            <Anchor href="/pricing#support" className="link">
              форму поддержки
            </Anchor>
            ; ответ приходит в течение 30 дней. Если договориться не удалось, спор решает суд по
            законам РФ. Права потребителя, данные законом, эта оферта не ограничивает.
          </li>
          <li>
            Сервис может изменить оферту: новая редакция публикуется на этой странице и действует
            для заказов, сделанных после публикации.
          </li>
        </ul>
      </Section>
    </>
  )
}

type OfferTermsProps = {
  /** Null where the site names no owner. */
  owner: string | null
  publicUrl: string
}

/** The parties of the agreement, how it is made, and its subject. */
function OfferTerms({ owner, publicUrl }: OfferTermsProps) {
  const { privacyUrl } = useSiteFacts()
  return (
    <>
      <Section title="1. О чём этот документ">
        <p>
          Это предложение заключить договор (статья 437 Гражданского кодекса РФ). Его делает{' '}
          {owner ?? 'владелец сайта'} (далее «Сервис») всем, кто пользуется сайтом {publicUrl}:
          музыкантам, которые завели на нём страницу, и слушателям, которые заказывают песни и
          благодарят музыкантов.
        </p>
        <p>
          Музыкант принимает условия, когда завершает регистрацию. Слушатель — когда отправляет
          заказ или благодарность. Если вы не согласны с условиями, не делайте этого.
        </p>
      </Section>
      <Section title="2. Что делает Сервис">
        <ul>
          <li>даёт музыканту страницу, афишу, репертуар и пульт, с которого он ведёт концерт;</li>
          <li>передаёт музыканту заказы слушателей и показывает залу очередь песен;</li>
          <li>
            по поручению музыканта принимает через банк оплату заказов и благодарностей и
            перечисляет её музыканту за вычетом комиссии.
          </li>
        </ul>
        <p>
          Концерт проводит сам музыкант. Сервис не организует концерты, не продаёт билеты и не
          отвечает за качество исполнения. Персональные данные обрабатываются по{' '}
          <Anchor href={privacyUrl} className="link">
            политике конфиденциальности
          </Anchor>
          .
        </p>
      </Section>
      <Section title="3. Обязанности музыканта">
        <ul>
          <li>указывать верные сведения о себе, концертах и телефоне для выплат;</li>
          <li>подтверждать исполнение только той песни, которую он действительно сыграл;</li>
          <li>
            размещать только те тексты и фотографии, на которые у него есть права, и самостоятельно
            решать с площадкой и правообладателями вопросы публичного исполнения;
          </li>
          <li>самостоятельно платить налоги со своих доходов;</li>
          <li>хранить пароль в тайне и сообщать Сервису, если им завладел кто-то другой.</li>
        </ul>
      </Section>
    </>
  )
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Публичная оферта — Бис',
    description: 'Условия, на которых музыканты и слушатели пользуются сервисом «Бис».',
    path: '/offer',
    publicUrl: publicUrlIn(matches),
  })

export function loader({ context }: LoaderFunctionArgs) {
  const { site, legal } = context.get(serverApi)
  if (site.offerUrl !== '/offer') throw redirect(site.offerUrl)
  return { legal }
}

/** The terms of the service; a change of meaning needs a new edition, see domain/documents.ts. */
export default function Offer() {
  const { legal } = useLoaderData<typeof loader>()
  const { publicUrl } = useSiteFacts()
  return (
    <TextPage
      title="Публичная оферта"
      lead={<DocumentHead edition={EDITIONS.offer} legal={legal} />}
    >
      <OfferTerms owner={legal?.name ?? null} publicUrl={publicUrl} />
      <OfferOrder />
      <OfferMoney />
      <Section title="8. Реквизиты">
        <LegalDetails legal={legal} />
      </Section>
    </TextPage>
  )
}

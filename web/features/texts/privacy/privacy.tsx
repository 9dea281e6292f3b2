import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { redirect, useLoaderData } from 'react-router'
import { CODE_LIFE_MS } from '#domain/accounts/account.ts'
import { EDITIONS } from '#domain/documents.ts'
import { UNCONFIRMED_DAYS } from '#domain/follows.ts'
import { FEEDBACK_KEPT_DAYS } from '#domain/feedback.ts'
import { DEVICES_KEPT_DAYS, WORDS_KEPT_DAYS } from '#domain/queue/order-words.ts'
import { DAY_MS } from '#domain/time.ts'
import { TOKEN_LIFE_MS } from '#domain/accounts/login.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DocumentHead, LegalDetails } from '../legal-parts.tsx'
import { TextPage } from '../text-page.tsx'
import css from '../text-page.module.css'

/** Which data is stored of whom, what for and how long. */
function DataKept() {
  const { receipts = false } = useSiteFacts()
  return (
    <>
      <Section title="2. Какие данные и зачем">
        <p>
          <b>Музыкант</b> при регистрации сообщает никнейм, имя или название группы, почту и пароль,
          а потом, если хочет, описание, фотографии, ссылки, репертуар, телефон и банк для выплат.
          Это нужно, чтобы вести страницу, впускать в кабинет, присылать коды и выплачивать деньги.
          Никнейм, имя, описание, фотографии, ссылки, репертуар и афиша видны всем. Пароль хранится
          только в виде хеша.
          {receipts &&
            ' Для чеков музыкант указывает, кто он для налоговой, имя или название и ИНН: имя, ИНН и телефон для выплат стоят в чеках слушателей.'}
        </p>
        <p>
          <b>Слушатель</b> не регистрируется{receipts ? '' : ', телефона мы не спрашиваем'}. Заказы,
          отметки «Я пойду» и благодарности связаны только со случайным номером устройства из
          cookie. Имя, посвящение и слова к благодарности можно не писать; что написано, видит
          музыкант, а имя, если он это включил, — все, кто смотрит очередь и экран зала. Имя и сумму
          благодарности зал видит, только если слушатель сам это отметил. Кто попросил уведомления о
          своей песне, тому браузер даёт адрес для них; мы удаляем его после концерта. Кто подписан
          на артиста или ждёт песню в городе, оставляет адрес браузера, почту или номер чата: мы
          стираем их, как только человек отказался, а почту без подтверждения — через{' '}
          {UNCONFIRMED_DAYS} дня. «Хочу услышать» хранится с номером устройства год, заказ —{' '}
          {DEVICES_KEPT_DAYS} дней после концерта: потом мы знаем только, сколько человек заказали.
        </p>
        <p>
          <b>Оплата</b> проходит на странице банка. Номер карты и данные счёта вводят там, мы их не
          получаем. Нам банк сообщает номер платежа, сумму, способ и результат.
          {receipts &&
            ` Почту или телефон для чека слушатель указывает, если хочет. Мы передаём их банку и стираем у себя через ${WORDS_KEPT_DAYS} дней после окончания платежа.`}
        </p>
        <p>
          <b>Вопрос в поддержку</b> содержит имя, почту, тему и сообщение: чтобы ответить; через{' '}
          {FEEDBACK_KEPT_DAYS} дней мы всё это стираем. Отзыв с главной страницы приходит без имени.
        </p>
        <p>
          <b>Адрес в сети (IP)</b> используется, чтобы ограничить частоту запросов и защитить
          сервис, и в базе не хранится. <b>Координаты</b> браузер передаёт только с вашего
          разрешения, чтобы найти концерты рядом; мы их не сохраняем. Точку, которую музыкант
          отметил как место концерта, видят все.
        </p>
      </Section>
      <Section title="3. На каком основании">
        <ul>
          <li>
            согласие, которое музыкант даёт при регистрации, а слушатель — отправляя форму; мы
            запоминаем, на какую редакцию документа и когда оно дано;
          </li>
          <li>договор: публичная оферта, по которой идут заказы и выплаты;</li>
          <li>требования закона к учёту платежей.</li>
        </ul>
      </Section>
      <Section title="4. Кому передаём и сколько храним">
        <ul>
          <li>
            Банку — то, без чего нельзя провести оплату, возврат или выплату: сумму, назначение,
            телефон и банк музыканта
            {receipts && ', а для чека почту или телефон слушателя, имя и ИНН музыканта'}.
          </li>
          <li>
            Службе уведомлений вашего браузера — зашифрованное сообщение о вашей песне или об
            артисте, если вы просили о нём.
          </li>
          <li>Мессенджеру — сообщение для вас, если вы подписались через него.</li>
          <li>
            Службе адресов и каталогу песен — набранный адрес, место или название, без вашего имени.
          </li>
          <li>Государственным органам — когда этого требует закон.</li>
          <li>Больше никому. Рекламы и чужой аналитики на сайте нет, данные не продаются.</li>
        </ul>
        <p>
          Данные музыканта хранятся, пока есть его страница; код из письма действует{' '}
          {CODE_LIFE_MS / 60_000} минут. Сведения о платежах — пять лет, как требует закон о
          бухгалтерском учёте. Имена и слова слушателей — {WORDS_KEPT_DAYS} дней после концерта.
          Вопросы в поддержку — {FEEDBACK_KEPT_DAYS} дней. По вашей просьбе удалим раньше всё, что
          закон не велит хранить.
        </p>
      </Section>
    </>
  )
}

type DataRightsProps = {
  /** The owner's e-mail; null where there is none. */
  email: string | null
}

/** What a person may request, and how the stored data is protected. */
function DataRights({ email }: DataRightsProps) {
  return (
    <>
      <Section title="6. Ваши права">
        <p>По 152-ФЗ вы можете:</p>
        <ul>
          <li>узнать, какие ваши данные у нас есть и как они обрабатываются;</li>
          <li>исправить их, потребовать заблокировать или удалить;</li>
          <li>отозвать согласие: мы прекратим обработку и удалим данные в срок до 30 дней;</li>
          <li>пожаловаться в Роскомнадзор или в суд.</li>
        </ul>
        <p>
          Напишите{' '}
          {email !== null && (
            <>
              на{' '}
              <Anchor href={`mailto:${email}`} className="link">
                {email}
              </Anchor>{' '}
              или{' '}
            </>
          )}
          через{' '}
          <Anchor href="/pricing#support" className="link">
            форму поддержки
          </Anchor>
          . Ответим в течение десяти рабочих дней. Чтобы не отдать ваши данные чужому, попросим
          написать с почты, указанной в кабинете.
        </p>
      </Section>
      <Section title="7. Защита и изменения">
        <p>
          Пароли, коды и ключи входа хранятся только в виде хешей, журналы сервера не содержат
          персональных данных, доступ к базе есть только у тех, кому он нужен для работы.
        </p>
        <p>
          Когда документ меняется по смыслу, у него появляется новая редакция с новой датой.
          Согласие, данное на прежнюю редакцию, на новую не распространяется.
        </p>
      </Section>
    </>
  )
}

const COOKIES = [
  {
    name: '__Host-bis_device',
    why: 'случайный номер устройства: по нему вы видите свои заказы',
    life: 'год',
  },
  {
    name: 'jwt_authentication',
    why: 'вход музыканта в кабинет',
    life: `${TOKEN_LIFE_MS / DAY_MS} дней`,
  },
  { name: 'wishedSongs', why: 'песни, по которым вы ищете концерт', life: 'год' },
  { name: 'cookie_consent', why: 'сообщение о cookie вы уже видели', life: 'год' },
]

/** Every cookie of the site. */
function CookieTable() {
  return (
    <Section id="cookie" title="5. Cookie">
      <p>
        Все cookie нужны самому сайту, следящих среди них нет. Их можно удалить в настройках
        браузера: тогда сайт забудет это устройство.
      </p>
      <dl className={css.privacyRows}>
        {COOKIES.map(({ name, why, life }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {why}; живёт {life}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Политика конфиденциальности — Бис',
    description: 'Какие данные хранит «Бис», зачем, как долго и как их удалить.',
    path: '/privacy',
    publicUrl: publicUrlIn(matches),
  })

export function loader({ context }: LoaderFunctionArgs) {
  const { site, legal } = context.get(serverApi)
  if (site.privacyUrl !== '/privacy') throw redirect(site.privacyUrl)
  return { legal }
}

/** Which data on people is stored and why; a change of meaning needs a new edition, see domain/documents.ts. */
export default function Privacy() {
  const { legal } = useLoaderData<typeof loader>()
  const { publicUrl } = useSiteFacts()
  return (
    <TextPage
      title="Политика конфиденциальности"
      lead={<DocumentHead edition={EDITIONS.privacy} legal={legal} />}
    >
      <Section title="1. Кто обрабатывает данные">
        <p>
          Оператор персональных данных сайта {publicUrl} — {legal?.name ?? 'владелец сайта'} (далее
          «мы»). Документ составлен по Федеральному закону № 152-ФЗ «О персональных данных».
        </p>
      </Section>
      <DataKept />
      <CookieTable />
      <DataRights email={legal?.email ?? null} />
      <Section title="8. Контакты оператора">
        <LegalDetails legal={legal} />
      </Section>
    </TextPage>
  )
}

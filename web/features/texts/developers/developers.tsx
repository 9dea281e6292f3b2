import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData } from 'react-router'
import { KEY_RIGHT_NAMES } from '#domain/machine-keys.ts'
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextPage } from '../text-page.tsx'
import type { CallReference, RightReference } from './call-reference.ts'
import { callsOfKeys } from './call-reference.ts'
import css from './developers.module.css'
import { eventSamples } from './event-samples.ts'
import type { Examples } from './examples.ts'
import { examplesOf } from './examples.ts'

type Loaded = {
  readonly publicUrl: string
  readonly rights: readonly RightReference[]
  readonly examples: Examples
  readonly events: readonly { readonly name: string; readonly body: string }[]
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Разработчикам — Бис',
    description:
      'Как управлять концертом с кнопок Stream Deck, из Companion и своих программ, и как получать события концерта вебхуками.',
    path: '/developers',
    publicUrl: publicUrlIn(matches),
  })

export function loader({ context }: LoaderFunctionArgs): Loaded {
  const { publicUrl } = context.get(serverApi)
  return {
    publicUrl,
    rights: callsOfKeys(),
    examples: examplesOf(publicUrl),
    events: Object.values(eventSamples(publicUrl)).map((event) => ({
      name: WEBHOOK_EVENTS[event.type],
      body: JSON.stringify(event, null, 2),
    })),
  }
}

type CodeProps = { id?: string; text: string }

/** A text to copy, letter for letter. */
function Code({ id, text }: CodeProps) {
  return (
    <pre id={id} className={css.code}>
      <code>{text}</code>
    </pre>
  )
}

/** How an artist's buttons and programs lead his concert and hear of it; the calls are the contract's own. */
export default function DevelopersPage() {
  const { publicUrl, rights, examples, events } = useLoaderData<Loaded>()
  const address = `${publicUrl}/api/v1`
  return (
    <TextPage
      title="Разработчикам"
      lead={
        <p>
          Кнопки, программы и пульты света управляют концертом музыканта по ключу, а события
          концерта мы сами присылаем по вашему адресу.
        </p>
      }
    >
      <Section title="Как сделать ключ">
        <ol>
          <li>
            В кабинете откройте <Anchor href="/artist/devices">«Доступ для устройств»</Anchor>.
          </li>
          <li>Назовите устройство, отметьте, что ему можно, нажмите «Сделать ключ».</li>
          <li>Скопируйте ключ: он показан один раз. Отключить его можно там же.</li>
        </ol>
        <p>
          Ключ действует как второй пульт в любом концерте этого музыканта, который идёт. Называть
          концерт не нужно. Пока ничего не идёт, ответ — 409 и понятная фраза.
        </p>
      </Section>
      <Section title="Запрос">
        <p>
          Адрес начинается с <code>{address}</code>. Ключ идёт в заголовке{' '}
          <code>Authorization: Bearer bis-…</code>, тело — JSON или пустое. Ответ —{' '}
          <code>{'{ "data": … }'}</code>, отказ — <code>{'{ "code": …, "message": … }'}</code>:
          фраза по-русски, её можно показать как есть.
        </p>
        <p>
          401 — ключа нет или он отключён. 403 — у ключа нет такого права. 409 — концерт не идёт или
          шаг сейчас невозможен. 429 — больше 300 запросов за минуту, подождите столько секунд,
          сколько сказано в <code>Retry-After</code>.
        </p>
        <p>
          Сумм за песни по ключу не видно: в очереди вместо них 0. Суммы и слова благодарностей есть
          в «Что сыграно за вечер и чем поблагодарили», если у ключа есть право «
          {KEY_RIGHT_NAMES.tips}».
        </p>
        <p>
          По ключу отвечаем страницам с любых сайтов (CORS), без cookie. Вызов, у которого ниже
          сказано «Принимает Idempotency-Key», с тем же значением этого заголовка (до 64 символов)
          второй раз не выполняется.
        </p>
      </Section>
      <Section title="curl">
        <p>Следующая песня:</p>
        <Code id="curl-next" text={examples.next} />
        <p>Что играет и что впереди:</p>
        <Code id="curl-queue" text={examples.queue} />
        <p>Закрыть приём заказов; открыть — «open», последние заказы — «last_call»:</p>
        <Code id="curl-orders" text={examples.orders} />
      </Section>
      <Section title="Stream Deck">
        <p>Плагин «API Request» или «Web Requests», поля кнопки «Следующая песня»:</p>
        <dl className={css.fields}>
          <Setting name="Method" value="POST" />
          <Setting name="URL" value={`${address}/artist/next-song`} />
          <Setting name="Headers" value="Authorization: Bearer bis-…" />
          <Setting name="Content-Type" value="application/json" />
          <Setting name="Body" value="{}" />
        </dl>
      </Section>
      <Section title="Bitfocus Companion">
        <p>
          Модуль «Generic: HTTP Requests». Base URL: <code>{address}</code>. Действие POST:
        </p>
        <dl className={css.fields}>
          <Setting name="URI" value="/artist/next-song" />
          <Setting name="Body" value="{}" />
          <Setting name="Header" value='{"Authorization": "Bearer bis-…"}' />
          <Setting name="Content Type" value="application/json" />
        </dl>
        <p>
          Для переменной с песней — действие GET на <code>/artist/queue</code> с тем же заголовком;
          JSON Path первой записи: <code>$.data[0].title</code>.
        </p>
      </Section>
      <Section title="Источник «Браузер» в OBS">
        <p>
          Готовый оверлей — в <Anchor href="/artist/overlay">кабинете</Anchor>, ему ключ не нужен.
          Свой — файл с этим текстом:
        </p>
        <Code id="browser-source" text={examples.source} />
      </Section>
      <Section title="Без ключа">
        <p>Эти адреса открыты всем; «lada» — никнейм музыканта.</p>
        <dl className={css.fields}>
          <Setting name="Карточка для сайта, в iframe" value={`${publicUrl}/embed/lada`} />
          <Setting name="oEmbed" value={`${publicUrl}/oembed?url=${publicUrl}/user/lada`} />
          <Setting name="Концерты, RSS" value={`${publicUrl}/user/lada/feed.xml`} />
          <Setting name="Календарь" value={`${publicUrl}/user/lada.ics`} />
          <Setting name="Один концерт в календарь" value={`${publicUrl}/user/lada/id.ics`} />
        </dl>
        <p>
          Все вызовы — в{' '}
          <Anchor href="/api/docs" target="_blank">
            описании API
          </Anchor>
          .
        </p>
      </Section>
      {rights.map(({ right, calls }) => (
        <Section key={right} title={`Право «${right}»`}>
          {calls.map((call) => (
            <Call key={call.name} call={call} />
          ))}
        </Section>
      ))}
      <Section title="Вебхуки" id="webhooks">
        <p>
          Адрес добавляют в кабинете, в разделе <Anchor href="/artist/webhooks">«Вебхуки»</Anchor>.
          Он начинается с https, событие приходит на него запросом POST, ответ 2xx за 5 секунд —
          принято. Иначе повторяем сутки, всё реже, с тем же номером: повтор узнают по нему. События
          одного концерта приходят по порядку. Если сутки ничего не принято, адрес отключается.
        </p>
        <p>
          Имён, слов, столов и телефонов слушателей в событиях нет; название песни такое, каким его
          видит зал. Суммы в копейках.
        </p>
        {events.map(({ name, body }) => (
          <details key={name}>
            <summary>{name}</summary>
            <Code text={body} />
          </details>
        ))}
      </Section>
      <Section title="Подпись">
        <p>
          Заголовки, как в Standard Webhooks: <code>webhook-id</code>,{' '}
          <code>webhook-timestamp</code> (секунды) и <code>webhook-signature</code> — «v1,» и
          HMAC-SHA256 строки «номер.время.тело» в base64. Приёмник на Node, который проверяет
          подпись:
        </p>
        <Code id="verify" text={examples.verify} />
        <p>Запуск:</p>
        <Code text={examples.run} />
      </Section>
    </TextPage>
  )
}

type SettingProps = { name: string; value: string }

function Setting({ name, value }: SettingProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  )
}

type CallProps = { call: CallReference }

function Call({ call }: CallProps) {
  const { method, path, summary, query, body, answer, refusals, idempotent } = call
  return (
    <details className={css.call}>
      <summary>
        {summary}
        <code className={css.address}>
          {method} {path}
        </code>
      </summary>
      {query !== null && <Part name="В адресе" text={query} />}
      {body !== null && <Part name="Тело" text={body} />}
      <Part name="Ответ" text={answer} />
      {refusals !== '' && <p className="t-s">Отказы: {refusals}</p>}
      {idempotent && <p className="t-s">Принимает Idempotency-Key.</p>}
    </details>
  )
}

type PartProps = { name: string; text: string }

function Part({ name, text }: PartProps) {
  return (
    <>
      <p className="t-s muted">{name}</p>
      <Code text={text} />
    </>
  )
}

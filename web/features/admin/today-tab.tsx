import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Today } from '#contract/operator-today.ts'
import { clockTime, counted, countedOrders, plural } from '#domain/russian.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, useViewerZone } from '#web/lib/format.ts'
import { usePoll, usePresses } from '#web/lib/value-hooks.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { DutyNote, useWhyNot } from './duty-note.tsx'
import { askToday } from './load-admin.ts'
import css from './today-tab.module.css'

const RENEWED_MS = 10 * SECOND_MS

/** «40 мин», «3 ч», «2 дня» */
function agoText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} мин`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} ч`
  return counted(Math.floor(ms / DAY_MS), 'день', 'дня', 'дней')
}

type WaitingProps = { today: Today }

/** What waits for the operator, the oldest first; the oldest has the one lamp. */
function Waiting({ today }: WaitingProps) {
  const { complaints, letters, stuck, at } = today
  const ago = (oldest: string | null) => agoText(Date.parse(at) - Date.parse(oldest ?? at))
  const all = [
    {
      ...complaints,
      title: counted(complaints.count, 'жалоба', 'жалобы', 'жалоб'),
      about: `старшая ждёт ${ago(complaints.oldest)}`,
      href: '/admin?tab=complaints',
      does: 'Разобрать',
    },
    {
      ...letters,
      title: counted(letters.count, 'письмо', 'письма', 'писем'),
      about: `старшее ждёт ${ago(letters.oldest)}`,
      href: '/admin?tab=support',
      does: 'Ответить',
    },
    {
      ...stuck,
      title: counted(stuck.count, 'платёж застрял', 'платежа застряли', 'платежей застряли'),
      about: `старший ждёт ${ago(stuck.oldest)}`,
      href: '/admin?tab=money',
      does: 'Открыть',
    },
  ]
  const waiting = all
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Date.parse(a.oldest ?? at) - Date.parse(b.oldest ?? at))
  return (
    <Section title="Ждут вас">
      {waiting.length === 0 && <EmptyState text="Никто не ждёт." muted />}
      <ul>
        {waiting.map(({ title, about, href, does }, nth) => (
          <li key={href} className={css.line}>
            <span>
              <b>{title}</b>
              <small>{about}</small>
            </span>
            <Button size="s" href={href} variant={nth === 0 ? 'primary' : 'line'}>
              {does}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type ConcertsProps = { title: string; concerts: Today['concerts']; empty: string; zone: string }

/** Concerts with their orders and sums; the whole row is the link. */
function Concerts({ title, concerts, empty, zone }: ConcertsProps) {
  const clock = (moment: string) => clockTime(new Date(moment), zone)
  return (
    <Section title={title} count={concerts.length}>
      {concerts.length === 0 ? (
        <EmptyState text={empty} muted />
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th>Кто</th>
              <th>Смотрят</th>
              <th>Заказов</th>
              <th>Сумма</th>
              <th>Когда</th>
            </tr>
          </thead>
          <tbody>
            {concerts.map(({ sessionId, username, name, orders, amount, ...concert }) => (
              <tr key={sessionId}>
                <td>
                  <Anchor href={`/user/${username}/${sessionId}`}>
                    {name === '' ? username : name}
                  </Anchor>
                  <small>
                    {concert.title} · {concert.venue}
                  </small>
                </td>
                <td>{concert.watchers}</td>
                <td>{orders}</td>
                <td>{rubles(amount)}</td>
                <td>
                  {concert.running ? `до ${clock(concert.endsAt)}` : `с ${clock(concert.startsAt)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** Orders and tips of each hour; the table says the same. */
function Hours({ hours, zone }: { hours: Today['hours']; zone: string }) {
  const most = Math.max(1, ...hours.map(({ orders, tips }) => Math.max(orders, tips)))
  const high = (count: number) => ({ height: `${(count / most) * 100}%` })
  return (
    <Section title="По часам" count="заказы и благодарности">
      <ol className={css.hours}>
        {hours.map(({ at, orders, tips }) => (
          <li key={at}>
            <span aria-hidden="true" className={css.bars}>
              <i className={css.thin} style={high(tips)} />
              <i style={high(orders)} />
            </span>
            <span aria-hidden="true">{clockTime(new Date(at), zone).slice(0, 2)}</span>
            <span className="sr">
              {clockTime(new Date(at), zone)}: {countedOrders(orders)},{' '}
              {counted(tips, 'благодарность', 'благодарности', 'благодарностей')}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const SERVICE_NAMES: Readonly<Record<Today['services'][number]['name'], string>> = {
  bank: 'Банк',
  mail: 'Почта',
  push: 'Пуш',
  geocoder: 'Геокодер',
}
const GIB = 1024 ** 3

/** The services outside, by form as well as by colour. */
function Services({ today: { services, diskFree, at } }: { today: Today }) {
  const ago = (since: string | null) => agoText(Date.parse(at) - Date.parse(since ?? at))
  return (
    <Section title="Службы">
      <ul>
        {services.map(({ name, up, since }) => (
          <li key={name} className={css.service}>
            <i aria-hidden="true" className={up === false ? css.down : css.up} />
            {SERVICE_NAMES[name]}
            <span className={up === false ? 'b' : 'muted'}>
              {up === null ? 'ещё не спрашивали' : up ? 'отвечает' : `не отвечает ${ago(since)}`}
            </span>
          </li>
        ))}
        {diskFree !== null && (
          <li className={css.service}>
            <i aria-hidden="true" className={diskFree < GIB ? css.down : css.up} />
            Диск
            <span className={diskFree < GIB ? 'b' : 'muted'}>
              свободно {(diskFree / GIB).toFixed(1).replace('.', ',')} ГБ
            </span>
          </li>
        )}
      </ul>
    </Section>
  )
}

/** What happens tonight; renews itself. */
export function TodayTab({ loaded }: { loaded: Today }) {
  const [today, setToday] = useState(loaded)
  const [late, setLate] = useState(false)
  const mayNot = useWhyNot(api.operator.reconcile) !== null
  const { press, isPending } = usePresses()
  const zone = useViewerZone()
  const renew = async () => {
    setToday(await askToday())
    setLate(false)
  }
  const reconcile = async () => {
    await call(api.operator.reconcile, {})
    await renew()
  }
  usePoll(true, RENEWED_MS, () => void renew().catch(() => setLate(true)))
  const { running, orders, tips, amount, concerts, audit } = today
  const figures = [
    [String(running), plural(running, 'концерт идёт', 'концерта идут', 'концертов идут')],
    [String(orders), `${plural(orders, 'заказ', 'заказа', 'заказов')} за день`],
    [String(tips), `${plural(tips, 'благодарность', 'благодарности', 'благодарностей')} за день`],
    [rubles(amount), 'за день на концертах'],
    [
      String(today.errors),
      `${plural(today.errors, 'ошибка', 'ошибки', 'ошибок')} с запуска процесса`,
    ],
  ]
  return (
    <AdminFrame
      tab="today"
      lead={`${late ? 'Не обновляется, было' : 'Обновлено'} в ${new Date(today.at).toLocaleTimeString('ru-RU', { timeZone: zone })}`}
      refreshing={isPending('renew')}
      onRefresh={() => void press('renew', renew)}
    >
      <dl className={css.figures}>
        {figures.map(([value, name]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={css.columns}>
        <div className="stack">
          <Concerts
            title="Идут сейчас"
            concerts={concerts.filter((one) => one.running)}
            empty="Сейчас никто не играет."
            zone={zone}
          />
          <Concerts
            title="Скоро"
            concerts={concerts.filter((one) => !one.running)}
            empty="В ближайшие три часа никто не начинает."
            zone={zone}
          />
          <Hours hours={today.hours} zone={zone} />
        </div>
        <div className="stack">
          <Waiting today={today} />
          <Services today={today} />
          <Section title="Сверка">
            {audit === null ? (
              <p className="muted">Ещё не сверяли: первая сверка будет ночью.</p>
            ) : (
              <p>
                <b>
                  {audit.clean === null
                    ? 'Не дошла до конца'
                    : audit.clean
                      ? 'Сошлась'
                      : 'Не сошлась'}
                </b>{' '}
                <span className="muted">{dayAndTime(audit.at, zone)}</span>
              </p>
            )}
            <Button
              size="s"
              loading={today.auditRuns || isPending('reconcile')}
              disabled={mayNot}
              onClick={() => void press('reconcile', reconcile)}
            >
              Сверить сейчас
            </Button>
            <DutyNote of={api.operator.reconcile} />
          </Section>
        </div>
      </div>
    </AdminFrame>
  )
}

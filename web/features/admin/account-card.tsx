import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DeedView, OperatedAccount } from '#contract/operator.ts'
import { api } from '#contract/index.ts'
import { mayDo, ROLE_NAMES, ROLES } from '#domain/accounts/operators.ts'
import type { Duty, Role } from '#domain/accounts/operators.ts'
import { counted, dayAndMonth, phoneText } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, useNow, useViewerZone } from '#web/lib/format.ts'
import { fieldText } from '#web/lib/use-saving.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { AdminFrame } from './admin-frame.tsx'
import css from './admin.module.css'
import { OperatorPhoto } from './operator-photo.tsx'
import { DeedDialog } from './deed-dialog.tsx'
import type { DeedQuestion } from './deed-dialog.tsx'
import { DeedList } from './log-tab.tsx'

type Offered = DeedQuestion & {
  readonly duty: Duty
  readonly name: string
  readonly about: string
  /** Not where its owner is deleting the account. */
  readonly staying?: true
}

/** What may be done to an account, from the mildest to the gravest, with its effect in figures. */
function deedsOf(account: OperatedAccount): Offered[] {
  const { username, name, hidden, blocked, payoutsFrozen, logins, concertsAhead, running } = account
  const who = name === '' ? username : name
  const money = rubles(account.available)
  const orders = `${counted(account.waitingOrders, 'заказ', 'заказа', 'заказов')} на ${rubles(account.waitingAmount)}`
  const devices = counted(logins, 'устройство', 'устройства', 'устройств')
  const ahead = counted(concertsAhead, 'концерт', 'концерта', 'концертов')
  return [
    {
      duty: 'cashier',
      name: payoutsFrozen ? 'Разморозить выплаты' : 'Заморозить выплаты',
      about: `${money} на балансе`,
      title: `${payoutsFrozen ? 'Разморозить' : 'Заморозить'} выплаты: ${who}`,
      confirm: payoutsFrozen ? 'Разморозить' : 'Заморозить',
      effects: [payoutsFrozen ? `${money} снова уйдут` : `${money} останутся на балансе`],
      send: (why) =>
        call(api.operator.freezePayouts, { body: { username, frozen: !payoutsFrozen, ...why } }),
    },
    {
      duty: 'moderator',
      name: 'Выйти везде',
      about: devices,
      title: `Выйти везде: ${who}`,
      confirm: 'Выйти',
      effects: [`${devices} выйдут`],
      send: (why) => call(api.operator.logOut, { body: { username, ...why } }),
    },
    {
      duty: 'moderator',
      name: hidden ? 'Вернуть страницу' : 'Скрыть',
      staying: true,
      about: `страница и ${ahead}`,
      title: `${hidden ? 'Вернуть' : 'Скрыть'}: ${who}`,
      confirm: hidden ? 'Вернуть' : 'Скрыть',
      effects: [
        hidden ? `Страница и ${ahead} снова видны` : `Страница и ${ahead} пропадут, вернуть можно`,
        ...(running !== null && !hidden ? ['Концерт, который идёт, продолжится'] : []),
      ],
      send: (why) => call(api.operator.hide, { body: { username, hidden: !hidden, ...why } }),
    },
    {
      duty: 'admin',
      name: blocked ? 'Разблокировать' : 'Заблокировать',
      about: blocked ? 'страница, вход и выплаты вернутся' : `${orders} вернутся`,
      title: `${blocked ? 'Разблокировать' : 'Заблокировать'}: ${who}`,
      confirm: blocked ? 'Разблокировать' : 'Заблокировать',
      grave: !blocked,
      effects: blocked
        ? ['Страница, концерты, вход и выплаты вернутся']
        : [
            ...(account.waitingOrders > 0 ? [`${orders} вернём сейчас: назад не забрать`] : []),
            `${running === null ? '' : 'Концерт закончится сейчас, '}${ahead} пропадут из афиши`,
            ...(account.available > 0 ? [`${money} заморозим до вашего решения`] : []),
            `${devices} выйдут, войти будет нельзя`,
          ],
      send: (why) => call(api.operator.block, { body: { username, blocked: !blocked, ...why } }),
    },
    {
      duty: 'admin',
      name: 'Почта',
      about: account.email,
      title: `Сменить почту: ${who}`,
      confirm: 'Сменить',
      reason: 'request',
      effects: [
        '72 часа смену можно отменить из письма на прежнюю почту',
        `${money} подождут 72 часа`,
      ],
      fields: (
        <Field label="Новая почта" name="email" type="email" autoComplete="off" maxLength={320} />
      ),
      send: (why, typed) =>
        call(api.operator.changeEmail, {
          body: { username, email: fieldText(typed, 'email'), ...why },
        }),
    },
    {
      duty: 'admin',
      name: 'Удалить',
      staying: true,
      about: 'по просьбе владельца, 14 дней можно вернуться',
      title: `Удалить: ${who}`,
      confirm: 'Удалить',
      grave: true,
      reason: 'request',
      effects: [
        '14 дней владелец может вернуться',
        ...(account.available > 0 ? [`${money} выплатим сначала`] : []),
        ...(account.waitingOrders > 0 ? [`${orders} вернём сейчас: назад не забрать`] : []),
        ...(concertsAhead > 0 ? [`${ahead} отменим, слушателям напишем`] : []),
        'Проводки останутся без имени, так велит закон',
      ],
      send: (why) => call(api.operator.leave, { body: { username, ...why } }),
    },
    {
      duty: 'admin',
      name: 'Роль',
      about: ROLE_NAMES[account.role],
      title: `Роль: ${who}`,
      confirm: 'Назначить',
      effects: [],
      fields: (
        <SelectField label="Роль" name="role" defaultValue={account.role}>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_NAMES[role]}
            </option>
          ))}
        </SelectField>
      ),
      send: (why, typed) =>
        call(api.operator.setRole, { body: { username, role: typed.get('role') as Role, ...why } }),
    },
  ]
}

/** The effects of a deed as they are by now. */
const recount = async (username: string, deed: string) =>
  deedsOf(await call(api.operator.account, { query: { username } })).find(
    ({ name }) => name === deed,
  )?.effects ?? []

type AccountCardProps = { account: OperatedAccount; deeds: readonly DeedView[]; role: Role }

/** An account as operators see it, and what they may do to it. */
export function AccountCard({ account, deeds, role }: AccountCardProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [asked, setAsked] = useState<DeedQuestion | null>(null)
  const { username, name, running, leavesAt } = account
  const now = useNow()
  const offered = deedsOf(account).filter(({ staying }) => leavesAt === null || staying !== true)
  const facts: [string, string][] = [
    ['Почта', account.email],
    ['Телефон', account.phone === null ? 'не указан' : phoneText(account.phone)],
    [
      'Деньги',
      [
        `${rubles(account.available)} на балансе`,
        ...(account.debt > 0 ? [`долг ${rubles(account.debt)}, удержим из зачислений`] : []),
        `${rubles(account.waitingAmount)} ждут песен`,
      ].join(', '),
    ],
    ['Сейчас', running === null ? 'концерта нет' : running.title],
    ['Впереди', counted(account.concertsAhead, 'концерт', 'концерта', 'концертов')],
    ['Прежние ники', account.formerNames.join(', ') || 'не менял'],
    ['С нами с', dayAndTime(account.createdAt, zone)],
  ]
  const hideQuestion = (what: string, hidden: boolean, send: DeedQuestion['send']) =>
    setAsked({
      title: `${hidden ? 'Вернуть' : 'Скрыть'} ${what}`,
      confirm: hidden ? 'Вернуть' : 'Скрыть',
      effects: [hidden ? 'Снова увидят все' : 'Не увидит никто, вернуть можно'],
      send,
    })
  return (
    <AdminFrame
      tab="accounts"
      lead={
        <span className={css.facts}>
          <Anchor href={`/user/${username}`} className="link">
            {name === '' ? username : `${name}, ${username}`}
          </Anchor>
          {account.role !== 'ARTIST' && <Badge>{ROLE_NAMES[account.role]}</Badge>}
          {account.blocked && <Badge tone="off">заблокирован</Badge>}
          {leavesAt !== null && (
            <Badge tone="off">{`удаляется до ${dayAndMonth(new Date(leavesAt), zone, now)}`}</Badge>
          )}
          {account.hidden && !account.blocked && leavesAt === null && (
            <Badge tone="off">скрыт</Badge>
          )}
          {account.payoutsFrozen && <Badge tone="off">выплаты заморожены</Badge>}
          {running !== null && <Badge tone="now">концерт идёт</Badge>}
          {account.complaints > 0 && (
            <Badge tone="off">{counted(account.complaints, 'жалоба', 'жалобы', 'жалоб')}</Badge>
          )}
        </span>
      }
    >
      <div className={css.card}>
        <Section title="Что сделать" className={css.todo}>
          <ul>
            {offered.map((deed) => (
              <li key={deed.name} className={css.deed}>
                <span>
                  <b>{deed.name}</b>
                  <span className="t-s muted">{deed.about}</span>
                </span>
                <Button
                  size="s"
                  variant={deed.grave === true ? 'dangerLine' : 'line'}
                  disabled={!mayDo(role, deed.duty)}
                  onClick={() => setAsked({ ...deed, recount: () => recount(username, deed.name) })}
                >
                  {deed.confirm}
                </Button>
              </li>
            ))}
          </ul>
        </Section>
        <div className="stack">
          <Section title="Сведения">
            <dl className={css.known}>
              {facts.map(([fact, words]) => (
                <div key={fact}>
                  <dt>{fact}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </Section>
          {account.photos.length > 0 && (
            <Section title="Фото">
              <ul className={css.pictures}>
                {account.photos.map(({ url, hidden }, at) => (
                  <li key={url}>
                    <OperatorPhoto url={url} alt={`Фото ${at + 1}`} width={140} />
                    <Button
                      size="s"
                      disabled={!mayDo(role, 'moderator')}
                      onClick={() =>
                        hideQuestion(`фото ${at + 1}`, hidden, (why) =>
                          call(api.operator.hidePhoto, {
                            body: { username, photo: url, hidden: !hidden, ...why },
                          }),
                        )
                      }
                    >
                      {hidden ? 'Вернуть' : 'Скрыть'}
                    </Button>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {account.songs.length > 0 && (
            <Section title="Песни, которых никто не проверил">
              <ul>
                {account.songs.map(({ songId, title, artistName, hidden }) => (
                  <li key={songId} className={css.deed}>
                    <span>
                      {title}
                      <span className="t-s muted">
                        {artistName}
                        {hidden && ', скрыта'}
                      </span>
                    </span>
                    <Button
                      size="s"
                      disabled={!mayDo(role, 'moderator')}
                      onClick={() =>
                        hideQuestion(`песню «${title}»`, hidden, (why) =>
                          call(api.operator.hideSong, {
                            body: { username, songId, hidden: !hidden, ...why },
                          }),
                        )
                      }
                    >
                      {hidden ? 'Вернуть' : 'Скрыть'}
                    </Button>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title="Концерты">
            {account.concerts.length === 0 && <p className="muted">Концертов не было.</p>}
            <ul>
              {account.concerts.map(({ sessionId, title, startsAt, hidden }) => (
                <li key={sessionId} className={css.deed}>
                  <span>
                    <Anchor href={`/user/${username}/${sessionId}`} className="link">
                      {title}
                    </Anchor>
                    <span className="t-s muted">
                      {dayAndTime(startsAt, zone)}
                      {hidden && ', скрыт'}
                    </span>
                  </span>
                  <Button
                    size="s"
                    disabled={!mayDo(role, 'moderator')}
                    onClick={() =>
                      hideQuestion(`концерт «${title}»`, hidden, (why) =>
                        call(api.operator.hideConcert, {
                          body: { sessionId, hidden: !hidden, ...why },
                        }),
                      )
                    }
                  >
                    {hidden ? 'Вернуть' : 'Скрыть'}
                  </Button>
                </li>
              ))}
            </ul>
          </Section>
          <Section title="Журнал">
            <DeedList deeds={deeds} empty="С этим аккаунтом ничего не делали." />
          </Section>
        </div>
      </div>
      <DeedDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          toast('Сделано и записано в журнал')
          void revalidate()
        }}
      />
    </AdminFrame>
  )
}

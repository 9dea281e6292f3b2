import type { OperatedAccount } from '#contract/operator.ts'
import { api } from '#contract/index.ts'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { ROLE_NAMES, ROLES } from '#domain/accounts/operators.ts'
import type { Duty, Role } from '#domain/accounts/operators.ts'
import { MIN_PAYOUT_RUBLES } from '#domain/payments/payout.ts'
import { counted, countedOrders, plural } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import { fieldText } from '#web/lib/use-saving.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { DeedQuestion } from './deed-dialog.tsx'
import { hidingEffects } from './hiding-effects.ts'

type Offered = DeedQuestion & {
  readonly duty: Duty
  readonly name: string
  readonly about: string
  /** Not offered then: it would be refused. */
  readonly unless?: boolean
}

/** What may be done to an account, from the mildest to the gravest, with its effect in figures. */
export function deedsOf(account: OperatedAccount): Offered[] {
  const { username, name, hidden, blocked, payoutsFrozen, logins, concertsAhead, running } = account
  if (account.erased) return []
  const leaving = account.leavesAt !== null
  const isOperator = account.role !== 'ARTIST'
  const who = name === '' ? username : name
  const money = rubles(account.available)
  const orders = `${countedOrders(account.waitingOrders)} на ${rubles(account.waitingAmount)}`
  const devices = counted(logins, 'устройство', 'устройства', 'устройств')
  const ahead = counted(concertsAhead, 'концерт', 'концерта', 'концертов')
  const back = leaving ? 'вход и выплаты' : 'страница, концерты, вход и выплаты'
  const hasAhead = concertsAhead > 0
  const leavePoster = hasAhead
    ? [`${ahead} ${plural(concertsAhead, 'пропадёт', 'пропадут', 'пропадут')} из афиши`]
    : []
  const logOut = `${devices} ${plural(logins, 'выйдет', 'выйдут', 'выйдут')}`
  const deeds: Offered[] = [
    {
      duty: 'cashier',
      name: payoutsFrozen ? 'Разморозить выплаты' : 'Заморозить выплаты',
      unless: blocked && payoutsFrozen,
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
      effects: [logOut, `Отключатся ${ENDED_WITH_LOGINS}`],
      send: (why) => call(api.operator.logOut, { body: { username, ...why } }),
    },
    {
      duty: 'moderator',
      name: hidden ? 'Вернуть страницу' : 'Скрыть',
      unless: leaving || blocked,
      about: hasAhead ? `страница и ${ahead}` : 'страница',
      title: `${hidden ? 'Вернуть' : 'Скрыть'}: ${who}`,
      confirm: hidden ? 'Вернуть' : 'Скрыть',
      effects: hidden
        ? [hasAhead ? `Страница и ${ahead} снова видны` : 'Страница снова видна']
        : [...hidingEffects('page', running !== null), ...leavePoster],
      send: (why) => call(api.operator.hide, { body: { username, hidden: !hidden, ...why } }),
    },
    {
      duty: 'admin',
      name: blocked ? 'Разблокировать' : 'Заблокировать',
      unless: isOperator,
      about: blocked ? `вернутся ${back}` : `вернём ${orders}`,
      title: `${blocked ? 'Разблокировать' : 'Заблокировать'}: ${who}`,
      confirm: blocked ? 'Разблокировать' : 'Заблокировать',
      grave: !blocked,
      effects: blocked
        ? [
            `Вернутся ${back}`,
            'Что скрыли или заморозили отдельно, таким и останется',
            ...(leaving ? ['Аккаунт удаляется: страницу вернёт только вход его владельца'] : []),
          ]
        : [
            ...(account.waitingOrders > 0 ? [`${orders} вернём сейчас: назад не забрать`] : []),
            ...(running === null ? [] : ['Концерт закончится сейчас']),
            ...leavePoster,
            ...(account.available > 0 ? [`${money} заморозим до вашего решения`] : []),
            ...(logins > 0 ? [logOut] : []),
            leaving ? 'Войти и вернуть аккаунт будет нельзя' : 'Войти будет нельзя',
          ],
      send: (why) => call(api.operator.block, { body: { username, blocked: !blocked, ...why } }),
    },
    {
      duty: 'admin',
      name: 'Почта',
      unless: isOperator,
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
      unless: leaving || isOperator,
      about: 'по просьбе владельца, 14 дней можно вернуться',
      title: `Удалить: ${who}`,
      confirm: 'Удалить',
      grave: true,
      reason: 'request',
      effects: [
        '14 дней владелец может вернуться',
        ...(account.available >= MIN_PAYOUT_RUBLES * 100
          ? [`${money} выплатим: раньше данные не сотрём`]
          : account.available > 0
            ? [`${money} не выплатим, это меньше наименьшей выплаты`]
            : []),
        ...(account.waitingOrders > 0 ? [`${orders} вернём сейчас: назад не забрать`] : []),
        ...(hasAhead ? [`${ahead} отменим, слушателям напишем`] : []),
        'Проводки останутся без имени, так велит закон',
      ],
      send: (why) => call(api.operator.leave, { body: { username, ...why } }),
    },
    {
      duty: 'admin',
      name: 'Роль',
      unless: leaving || blocked,
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
  return deeds.filter(({ unless }) => unless !== true)
}

/** The effects of a deed as they are by now. */
export const recount = async (username: string, deed: string) =>
  deedsOf(await call(api.operator.account, { query: { username } })).find(
    ({ name }) => name === deed,
  )?.effects ?? []

import { checkLine, tidyText } from '../fields.ts'
import { refuseFields } from '../refusal.ts'

/** What an account may do beside its own: nothing; read and answer; hide and restore too; money; all of it. */
export const ROLES = ['ARTIST', 'SUPPORT', 'MODERATOR', 'CASHIER', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ARTIST: 'музыкант',
  SUPPORT: 'поддержка',
  MODERATOR: 'модератор',
  CASHIER: 'касса',
  ADMIN: 'администратор',
}

/** What a call of operators asks for. */
export type Duty = 'support' | 'moderator' | 'cashier' | 'admin'

const MAY: Readonly<Record<Duty, readonly Role[]>> = {
  support: ['SUPPORT', 'MODERATOR', 'CASHIER', 'ADMIN'],
  moderator: ['MODERATOR', 'ADMIN'],
  cashier: ['CASHIER', 'ADMIN'],
  admin: ['ADMIN'],
}

export const isDuty = (access: string): access is Duty => access in MAY

export const mayDo = (role: Role, duty: Duty): boolean => MAY[duty].includes(role)

const WHO: Readonly<Record<Duty, string>> = {
  support: 'Это может только оператор',
  moderator: 'Это может только модератор или администратор',
  cashier: 'Это может только касса или администратор',
  admin: 'Это может только администратор',
}

export const dutyText = (duty: Duty): string => WHO[duty]

/** Why an operator does something, as the log says it. */
export const DEED_REASONS = {
  request: 'Просьба владельца',
  fraud: 'Обман',
  identity: 'Чужое имя',
  obscene: 'Непристойное',
  other: 'Другое',
} as const
export type DeedReason = keyof typeof DEED_REASONS

export const isDeedReason = (typed: string): typed is DeedReason =>
  Object.hasOwn(DEED_REASONS, typed)

/** What operators do; each stands in the log. */
export const DEEDS = {
  freeze: 'Заморозить выплаты',
  unfreeze: 'Разморозить выплаты',
  log_out: 'Выйти везде',
  hide: 'Скрыть',
  restore: 'Вернуть',
  block: 'Заблокировать',
  unblock: 'Разблокировать',
  hide_photo: 'Скрыть фото',
  restore_photo: 'Вернуть фото',
  hide_concert: 'Скрыть концерт',
  restore_concert: 'Вернуть концерт',
  role: 'Сменить роль',
  keys: 'Убрать ключи',
  secrets: 'Сменить секреты',
  refund: 'Вернуть деньги',
  hide_song: 'Скрыть песню',
  restore_song: 'Вернуть песню',
  hide_text: 'Скрыть слова слушателя',
  restore_text: 'Вернуть слова слушателя',
  email: 'Сменить почту',
  leave: 'Удалить аккаунт',
  complaint: 'Разобрать жалобу',
  answer: 'Ответить письмом',
  reconcile: 'Сверить сейчас',
  verify_song: 'Показать песню',
  flag: 'Переключить флаг',
  money_retry: 'Попробовать ещё раз',
  money_close: 'Закрыть вопрос',
  money_charge: 'Списать с музыканта',
  money_paid: 'Отметить, что деньги ушли',
  resume: 'Возобновить выплаты',
  restored: 'Восстановить из копии',
  songs: 'Загрузить песни',
} as const
export type DeedKind = keyof typeof DEEDS

export const DEED_WORDS_MOST = 300

/** Returns the words that the owner and the log see. Refuses VALIDATION at `words`. */
export function checkDeedWords(typed: string): string {
  return checkLine(typed, {
    field: 'words',
    max: DEED_WORDS_MOST,
    blank: 'Напишите, что увидит владелец',
    tooLong: `Не длиннее ${DEED_WORDS_MOST} символов`,
  })
}

export const ANSWER_MOST = 4000

/** Returns the words of an answer by mail. Refuses VALIDATION at `text`. */
export function checkAnswer(typed: string): string {
  const text = tidyText(typed)
  if (text === '') throw refuseFields({ text: 'Напишите ответ' })
  if (text.length > ANSWER_MOST) throw refuseFields({ text: `Не длиннее ${ANSWER_MOST} символов` })
  return text
}

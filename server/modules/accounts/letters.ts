import { CODE_LIFE_MS } from '#domain/account.ts'
import { recoveryToken } from '#domain/recovery.ts'
import { counted, dayAndClock } from '#domain/russian.ts'

export type LetterText = { subject: string; text: string }

const LIFE = counted(CODE_LIFE_MS / 60_000, 'минуту', 'минуты', 'минут')

/** The letter with the code that finishes a sign-up. */
export function signupCodeLetter(code: string): LetterText {
  return {
    subject: `Код подтверждения: ${code}`,
    text: [
      'Здравствуйте!',
      '',
      `Код подтверждения: ${code}`,
      '',
      'Введите его на странице регистрации, и ваша страница в «Бисе» готова.',
      `Код действует ${LIFE} и подойдёт только один раз. Никому его не сообщайте.`,
      '',
      'Если вы не регистрировались в «Бисе», ничего делать не нужно: без кода страница не появится.',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

/** The letter with the code that opens another password, and a link that brings it along. */
export function recoveryLetter(sent: {
  code: string
  username: string
  publicUrl: string
}): LetterText {
  const { code, username, publicUrl } = sent
  return {
    subject: `Код восстановления: ${code}`,
    text: [
      'Здравствуйте!',
      '',
      `Код восстановления пароля: ${code}`,
      `Ваш никнейм: ${username}`,
      '',
      'Введите код на странице восстановления или откройте ссылку, код в ней уже есть:',
      `${publicUrl}/passwordRecovery/${recoveryToken(username, code)}`,
      '',
      `Код действует ${LIFE} и подойдёт только один раз. Никому его не сообщайте.`,
      '',
      'Если вы не просили новый пароль, ничего делать не нужно: старый остаётся прежним.',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

/** When and from where something was done, as lines of a letter. `place` is a country and an address. */
export function circumstancesOf(at: Date, place: string): string[] {
  return [
    `Когда: ${dayAndClock(at, 'Europe/Moscow')}`,
    `Откуда: ${place}. Место мы узнаём по сети, и оно бывает неверным.`,
  ]
}

/** Tells the owner that the password is another one now: he may not be the one who set it. */
export function passwordChangedLetter(circumstances: readonly string[]): LetterText {
  return {
    subject: 'Пароль изменён',
    text: [
      'Здравствуйте!',
      '',
      'Пароль вашей страницы в «Бисе» изменён. На других устройствах нужно войти заново.',
      ...circumstances,
      '',
      'Если это были не вы, задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

/** Tells the owner of a login with a device that was not seen with this account before. */
export function newDeviceLetter(circumstances: readonly string[]): LetterText {
  return {
    subject: 'Вход с нового устройства',
    text: [
      'Здравствуйте!',
      '',
      'На вашу страницу в «Бисе» вошли с устройства или браузера, которого мы раньше не видели.',
      ...circumstances,
      '',
      'Если это вы, ничего делать не нужно: больше про это устройство мы не напишем.',
      '',
      'Если это были не вы, задайте новый пароль: на странице входа нажмите «Забыли пароль?». Все входы на страницу закроются.',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

import { CODE_LIFE_MS } from '#domain/account.ts'
import { counted } from '#domain/russian.ts'

export type LetterText = { subject: string; text: string }

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
      `Код действует ${counted(CODE_LIFE_MS / 60_000, 'минуту', 'минуты', 'минут')} и подойдёт только один раз. Никому его не сообщайте.`,
      '',
      'Если вы не регистрировались в «Бисе», ничего делать не нужно: без кода страница не появится.',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

/** Tells the owner that the password is another one now: he may not be the one who set it. */
export function passwordChangedLetter(): LetterText {
  return {
    subject: 'Пароль изменён',
    text: [
      'Здравствуйте!',
      '',
      'Пароль вашей страницы в «Бисе» изменён. На других устройствах нужно войти заново.',
      '',
      'Если это были не вы, задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
      '',
      '«Бис»',
    ].join('\n'),
  }
}

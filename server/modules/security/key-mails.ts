import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { letter } from '#domain/letter.ts'

const NOT_YOU =
  'Если это сделали не вы, задайте новый пароль и посмотрите «Безопасность» в настройках.'

export const keyAddedMail = (name: string, circumstances: readonly string[]) =>
  letter('Добавлен ключ для входа', [
    `К вашей странице в «Бисе» добавлен ключ «${name}»: им можно войти без пароля.`,
    ...circumstances,
    '',
    NOT_YOU,
  ])

export const keyRemovedMail = (name: string, circumstances: readonly string[]) =>
  letter('Ключ для входа убран', [
    `Ключ «${name}» больше не открывает вашу страницу в «Бисе», и другие входы по нему закрыты.`,
    ...circumstances,
    '',
    NOT_YOU,
  ])

export const lostKeysCodeMail = (code: string) =>
  letter(`Код подтверждения: ${code}`, [
    `Код подтверждения: ${code}`,
    '',
    'Введите его, если потеряли все ключи от вашей страницы в «Бисе»: они перестанут работать.',
    'Никому не сообщайте код.',
    '',
    'Если вы этого не просили, задайте новый пароль: кто-то вошёл на вашу страницу.',
  ])

export const lostKeysMail = (until: string, circumstances: readonly string[]) =>
  letter('Ключи убраны', [
    'Все ключи и коды вашей страницы в «Бисе» больше не действуют: их убрали как потерянные. На других устройствах нужно войти заново.',
    `Отключены ${ENDED_WITH_LOGINS}.`,
    ...circumstances,
    '',
    `До ${until} выплаты подождут, деньги копятся на балансе.`,
    '',
    NOT_YOU,
  ])

import type { Config } from './config.ts'
import { DEMO_LOGIN, DEMO_PASSWORD } from './demo/demo-login.ts'

/** What a person reads once everything runs: where it is, how to get in, how to stop. */
export function greeting(config: Config): string {
  const at = config.publicUrl.replace(/:0$/, `:${config.port}`)
  const demo = [
    `  Демо-концерт   ${at}/user/tretya-paradnaya?tab=order`,
    `  Вход музыканта ${at}/login`,
    `                 никнейм ${DEMO_LOGIN}, пароль ${DEMO_PASSWORD}`,
    `  Деньги         ${at}/admin, под тем же никнеймом`,
  ]
  return [
    '',
    `  Бис работает   ${at}`,
    ...(config.demo ? demo : []),
    ...(config.money.bank.kind === 'sandbox' ? [`  Демо-банк      ${at}/sandbox-bank/admin`] : []),
    ...(config.mailbox ? [`  Письма         ${at}/mailbox`] : []),
    `  Вызовы         ${at}/api/docs`,
    '',
    '  Остановить: Ctrl+C',
    '',
    '',
  ].join('\n')
}

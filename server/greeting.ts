import type { Config } from './config/config.ts'
import { isLoopback, knowsItsCallers } from './platform/http/forwarded.ts'

type DemoLogin = { username: string; password: string | null }

function demoLines(at: string, { username, password }: DemoLogin): string[] {
  return [
    `  Демо-концерт   ${at}/user/tretya-paradnaya?tab=order`,
    `  Вход музыканта ${at}/login`,
    `                 никнейм ${username}, пароль ${password ?? 'изменён после первого запуска'}`,
    `  Деньги         ${at}/admin, под тем же никнеймом`,
  ]
}

/**
 * What a person reads once everything runs: where it is, how to get in, how to stop.
 * `login`: of a demo; its password is null where somebody has changed it since the first start.
 */
export function greeting(config: Config, login: DemoLogin | null): string {
  const at = config.publicUrl.replace(/:0$/, `:${config.port}`)
  const isPublic = !isLoopback(config.host)
  const mailbox = knowsItsCallers(config)
    ? `http://localhost:${config.port}/mailbox${isPublic ? ', только с этой машины' : ''}`
    : 'закрыты для всех: PUBLIC_URL называет другую машину, а TRUST_PROXY=off'
  return [
    '',
    `  Бис работает   ${at}`,
    ...(login === null ? [] : demoLines(at, login)),
    ...(config.money.bank.kind === 'sandbox' ? [`  Демо-банк      ${at}/sandbox-bank/admin`] : []),
    ...(config.mailbox ? [`  Письма         ${mailbox}`] : []),
    `  Вызовы         ${at}/api/docs`,
    ...(login !== null && isPublic
      ? ['', `  Это демо открыто другим машинам: HOST=${config.host}`]
      : []),
    '',
    '  Остановить: Ctrl+C',
    '',
    '',
  ].join('\n')
}

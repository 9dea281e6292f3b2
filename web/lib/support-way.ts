import type { SiteFacts } from './site-facts.ts'

const MESSENGERS: Readonly<Record<string, string | undefined>> = {
  't.me': 'в Telegram',
  'vk.me': 'ВКонтакте',
  'vk.com': 'ВКонтакте',
  'wa.me': 'в WhatsApp',
  'max.ru': 'в MAX',
}

/** Where people who need help are sent and how that place is called («в Telegram»); null where nobody is told. */
export function supportWay({
  supportUrl,
  supportEmail,
}: Pick<SiteFacts, 'supportUrl' | 'supportEmail'>): { href: string; where: string } | null {
  if (supportUrl !== null && URL.canParse(supportUrl))
    return { href: supportUrl, where: MESSENGERS[new URL(supportUrl).host] ?? 'в мессенджере' }
  return supportEmail === null ? null : { href: `mailto:${supportEmail}`, where: 'на почту' }
}

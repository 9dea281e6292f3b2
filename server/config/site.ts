import { EDITIONS } from '#domain/documents.ts'
import type { LegalFacts } from '#domain/documents.ts'
import { address, BadConfig, text, together } from './values.ts'
import type { Environment } from './values.ts'

export type SiteConfig = {
  supportEmail: string | null
  /** A messenger in which people are helped. */
  supportUrl: string | null
  social: { vk: string | null; telegram: string | null; youtube: string | null }
  /** The nickname of the artist whose page is shown as an example. */
  exampleArtist: string | null
  /** Where the documents lie when they are not our own pages. */
  offerUrl: string | null
  privacyUrl: string | null
  /** What a consent to the processing of personal data is given to, `YYYY-MM-DD`. */
  privacyEdition: string
  legal: LegalFacts | null
}

/** Said by nobody: a site that names no owner. */
export const SILENT_SITE: SiteConfig = {
  supportEmail: null,
  supportUrl: null,
  social: { vk: null, telegram: null, youtube: null },
  exampleArtist: null,
  offerUrl: null,
  privacyUrl: null,
  privacyEdition: EDITIONS.privacy,
  legal: null,
}

const DEMO_SITE: SiteConfig = {
  ...SILENT_SITE,
  supportEmail: 'help@bis.example',
  supportUrl: 'https://t.me/bis_help',
  social: {
    vk: 'https://example.org/vk/bis',
    telegram: 'https://example.org/telegram/bis',
    youtube: 'https://example.org/youtube/bis',
  },
  exampleArtist: 'tretya-paradnaya',
  legal: {
    name: 'ООО «Пример Бис»',
    inn: '0000000000',
    ogrn: '0000000000000',
    address: '190000, Санкт-Петербург, Примерная улица, д. 1',
    email: 'help@bis.example',
    phone: null,
    bank: null,
    example: true,
  },
}

const EMAIL = /^[^<>@\s]+@[^<>@\s]+$/u
const NICKNAME = /^[\w.-]+$/u

function matching(
  env: Environment,
  { name, pattern, kind }: { name: string; pattern: RegExp; kind: string },
): string | null {
  const value = text(env, name)
  if (value === undefined) return null
  if (!pattern.test(value)) throw new BadConfig(`${name} должно быть ${kind}, а задано «${value}».`)
  return value
}

function web(env: Environment, name: string): string | null {
  return address(env, name, ['https:', 'http:'])?.href ?? null
}

const email = (env: Environment, name: string) =>
  matching(env, { name, pattern: EMAIL, kind: 'адресом почты' })

function readBank(env: Environment): LegalFacts['bank'] {
  const bank = together(env, [
    'LEGAL_BANK',
    'LEGAL_BANK_ACCOUNT',
    'LEGAL_BANK_BIC',
    'LEGAL_BANK_CORRESPONDENT',
  ])
  return (
    bank && {
      name: bank.LEGAL_BANK,
      account: bank.LEGAL_BANK_ACCOUNT,
      bic: bank.LEGAL_BANK_BIC,
      correspondent: bank.LEGAL_BANK_CORRESPONDENT,
    }
  )
}

function readLegal(env: Environment): LegalFacts | null {
  const known = together(env, ['LEGAL_NAME', 'LEGAL_INN', 'LEGAL_OGRN', 'LEGAL_ADDRESS'])
  matching(env, { name: 'LEGAL_INN', pattern: /^(?:\d{10}|\d{12})$/u, kind: 'из 10 или 12 цифр' })
  matching(env, { name: 'LEGAL_OGRN', pattern: /^(?:\d{13}|\d{15})$/u, kind: 'из 13 или 15 цифр' })
  const more = {
    email: email(env, 'LEGAL_EMAIL'),
    phone: text(env, 'LEGAL_PHONE') ?? null,
    bank: readBank(env),
  }
  if (known !== null)
    return {
      name: known.LEGAL_NAME,
      inn: known.LEGAL_INN,
      ogrn: known.LEGAL_OGRN,
      address: known.LEGAL_ADDRESS,
      ...more,
      example: false,
    }
  if (more.email !== null || more.phone !== null || more.bank !== null)
    throw new BadConfig(
      'Не хватает LEGAL_NAME, LEGAL_INN, LEGAL_OGRN, LEGAL_ADDRESS: остальные LEGAL_… дополняют их.',
    )
  return null
}

function readPrivacy(env: Environment) {
  const url = web(env, 'PRIVACY_URL')
  const edition = matching(env, {
    name: 'PRIVACY_EDITION',
    pattern: /^\d{4}-\d\d-\d\d$/u,
    kind: 'днём вида 2026-11-22',
  })
  // Only who wrote the document knows when it was written.
  together(env, ['PRIVACY_URL', 'PRIVACY_EDITION'])
  return { privacyUrl: url, privacyEdition: edition ?? EDITIONS.privacy }
}

/** Whose site this is and where its people are reached. A demo fills what is not told with an example. */
export function readSite(env: Environment, demo: boolean): SiteConfig {
  const otherwise = demo ? DEMO_SITE : SILENT_SITE
  return {
    supportEmail: email(env, 'SUPPORT_EMAIL') ?? otherwise.supportEmail,
    supportUrl: web(env, 'SUPPORT_URL') ?? otherwise.supportUrl,
    social: {
      vk: web(env, 'SOCIAL_VK') ?? otherwise.social.vk,
      telegram: web(env, 'SOCIAL_TELEGRAM') ?? otherwise.social.telegram,
      youtube: web(env, 'SOCIAL_YOUTUBE') ?? otherwise.social.youtube,
    },
    exampleArtist:
      matching(env, { name: 'EXAMPLE_ARTIST', pattern: NICKNAME, kind: 'никнеймом' }) ??
      otherwise.exampleArtist,
    offerUrl: web(env, 'OFFER_URL'),
    ...readPrivacy(env),
    legal: readLegal(env) ?? otherwise.legal,
  }
}

import { EDITIONS } from '#domain/documents.ts'
import type { LegalFacts } from '#domain/documents.ts'
import { BadConfig, together } from './variables.ts'
import type { Variables } from './variables.ts'

export type SiteConfig = {
  /** Its concerts, orders and money are examples. */
  demo: boolean
  supportEmail: string | null
  /** A messenger for support. */
  supportUrl: string | null
  social: { vk: string | null; telegram: string | null; youtube: string | null }
  /** The nickname of the artist whose page is shown as an example. */
  exampleArtist: string | null
  /** The documents' addresses where they are not our own pages. */
  offerUrl: string | null
  privacyUrl: string | null
  /** The edition of the document that a consent to the processing of personal data refers to, `YYYY-MM-DD`. */
  privacyEdition: string
  legal: LegalFacts | null
}

/** The values of a site that names no owner. */
export const SILENT_SITE: SiteConfig = {
  demo: false,
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
  demo: true,
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

function readLegal(read: Variables): LegalFacts | null {
  const owner = together(read, ['LEGAL_NAME', 'LEGAL_INN', 'LEGAL_OGRN', 'LEGAL_ADDRESS'])
  const bank = together(read, [
    'LEGAL_BANK',
    'LEGAL_BANK_ACCOUNT',
    'LEGAL_BANK_BIC',
    'LEGAL_BANK_CORRESPONDENT',
  ])
  const { LEGAL_EMAIL: email = null, LEGAL_PHONE: phone = null } = read
  if (owner === null) {
    if (email === null && phone === null && bank === null) return null
    throw new BadConfig(
      'Не хватает LEGAL_NAME, LEGAL_INN, LEGAL_OGRN, LEGAL_ADDRESS: остальные LEGAL_… дополняют их.',
    )
  }
  return {
    name: owner.LEGAL_NAME,
    inn: owner.LEGAL_INN,
    ogrn: owner.LEGAL_OGRN,
    address: owner.LEGAL_ADDRESS,
    email,
    phone,
    bank: bank && {
      name: bank.LEGAL_BANK,
      account: bank.LEGAL_BANK_ACCOUNT,
      bic: bank.LEGAL_BANK_BIC,
      correspondent: bank.LEGAL_BANK_CORRESPONDENT,
    },
    example: false,
  }
}

/** Reads the owner of the site and its contacts. A demo fills missing values with examples. */
export function readSite(read: Variables, demo: boolean): SiteConfig {
  const otherwise = demo ? DEMO_SITE : SILENT_SITE
  // The date is found in the document alone.
  const privacy = together(read, ['PRIVACY_URL', 'PRIVACY_EDITION'])
  return {
    demo,
    supportEmail: read.SUPPORT_EMAIL ?? otherwise.supportEmail,
    supportUrl: read.SUPPORT_URL ?? otherwise.supportUrl,
    social: {
      vk: read.SOCIAL_VK ?? otherwise.social.vk,
      telegram: read.SOCIAL_TELEGRAM ?? otherwise.social.telegram,
      youtube: read.SOCIAL_YOUTUBE ?? otherwise.social.youtube,
    },
    exampleArtist: read.EXAMPLE_ARTIST ?? otherwise.exampleArtist,
    offerUrl: read.OFFER_URL ?? null,
    privacyUrl: privacy?.PRIVACY_URL ?? null,
    privacyEdition: privacy?.PRIVACY_EDITION ?? EDITIONS.privacy,
    legal: readLegal(read) ?? otherwise.legal,
  }
}

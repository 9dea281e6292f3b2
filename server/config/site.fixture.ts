import { EDITIONS } from '#domain/documents.ts'
import type { SiteConfig } from './site.ts'
import type { Config } from './config.ts'

export const LEGAL = {
  LEGAL_NAME: 'ООО «Зал»',
  LEGAL_INN: '7700000001',
  LEGAL_OGRN: '1027700000002',
  LEGAL_ADDRESS: 'Москва, Тверская, 1',
}
export const LEGAL_BANK = {
  LEGAL_BANK: 'Банк',
  LEGAL_BANK_ACCOUNT: '40702810000000000001',
  LEGAL_BANK_BIC: '044525000',
  LEGAL_BANK_CORRESPONDENT: '30101810000000000002',
}
const PRIVACY = { PRIVACY_URL: 'https://docs.example/privacy', PRIVACY_EDITION: '2026-01-31' }

/** What a demo shows where nothing is told. */
export const SITE_OF_DEMO: SiteConfig = {
  supportEmail: 'help@bis.example',
  supportUrl: 'https://t.me/bis_help',
  social: {
    vk: 'https://example.org/vk/bis',
    telegram: 'https://example.org/telegram/bis',
    youtube: 'https://example.org/youtube/bis',
  },
  exampleArtist: 'tretya-paradnaya',
  offerUrl: null,
  privacyUrl: null,
  privacyEdition: EDITIONS.privacy,
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

const beside = (names: readonly string[], company: Record<string, string>) =>
  Object.fromEntries(names.map((name) => [name, company]))

/** Variables that mean something only beside others. */
export const COMPANY_OF_SITE: Record<string, Record<string, string>> = {
  ...beside(['LEGAL_EMAIL', 'LEGAL_PHONE', ...Object.keys(LEGAL)], LEGAL),
  ...beside(Object.keys(LEGAL_BANK), { ...LEGAL, ...LEGAL_BANK }),
  ...beside(Object.keys(PRIVACY), PRIVACY),
}

const site = (changes: object): Partial<Config> => ({ site: { ...SITE_OF_DEMO, ...changes } })
const social = (changes: object) => site({ social: { ...SITE_OF_DEMO.social, ...changes } })

function legal(changes: object): Partial<Config> {
  const [name, inn, ogrn, address] = Object.values(LEGAL)
  const known = { name, inn, ogrn, address, email: null, phone: null, bank: null, example: false }
  return site({ legal: { ...known, ...changes } })
}

function legalBank(changes: object): Partial<Config> {
  const [name, account, bic, correspondent] = Object.values(LEGAL_BANK)
  return legal({ bank: { name, account, bic, correspondent, ...changes } })
}

/** A value for every variable of the site, and what it makes of a demo's configuration. */
export const GIVEN_SITE: Record<string, [value: string, changes: Partial<Config>]> = {
  SUPPORT_EMAIL: ['us@bis.example', site({ supportEmail: 'us@bis.example' })],
  SUPPORT_URL: ['https://vk.me/bis', site({ supportUrl: 'https://vk.me/bis' })],
  SOCIAL_VK: ['https://vk.com/bis', social({ vk: 'https://vk.com/bis' })],
  SOCIAL_TELEGRAM: ['https://t.me/bis', social({ telegram: 'https://t.me/bis' })],
  SOCIAL_YOUTUBE: ['https://youtube.com/@bis', social({ youtube: 'https://youtube.com/@bis' })],
  EXAMPLE_ARTIST: ['mark-luzhin', site({ exampleArtist: 'mark-luzhin' })],
  OFFER_URL: ['https://docs.example/offer', site({ offerUrl: 'https://docs.example/offer' })],
  PRIVACY_URL: [
    'https://docs.example/data',
    site({ privacyUrl: 'https://docs.example/data', privacyEdition: '2026-01-31' }),
  ],
  PRIVACY_EDITION: [
    '2026-10-05',
    site({ privacyUrl: 'https://docs.example/privacy', privacyEdition: '2026-10-05' }),
  ],
  LEGAL_NAME: ['ИП Лужин', legal({ name: 'ИП Лужин' })],
  LEGAL_INN: ['690000000001', legal({ inn: '690000000001' })],
  LEGAL_OGRN: ['304690000000001', legal({ ogrn: '304690000000001' })],
  LEGAL_ADDRESS: ['Тверь', legal({ address: 'Тверь' })],
  LEGAL_EMAIL: ['law@bis.example', legal({ email: 'law@bis.example' })],
  LEGAL_PHONE: ['+7 999 000-11-22', legal({ phone: '+7 999 000-11-22' })],
  LEGAL_BANK: ['Кредит', legalBank({ name: 'Кредит' })],
  LEGAL_BANK_ACCOUNT: ['408', legalBank({ account: '408' })],
  LEGAL_BANK_BIC: ['044525001', legalBank({ bic: '044525001' })],
  LEGAL_BANK_CORRESPONDENT: ['301', legalBank({ correspondent: '301' })],
}

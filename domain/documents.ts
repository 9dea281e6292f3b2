/** The edition date of each of our documents, `YYYY-MM-DD`: a text whose meaning changes gets a new one. */
export const EDITIONS = { offer: '2026-11-25', privacy: '2026-11-30' } as const

/** The consent to the processing of personal data: apart from both, asked for again at each edition. */
export const CONSENT = {
  edition: 1,
  date: '2026-11-28',
  /** What this edition changes, for those who are asked again. */
  news: 'Согласие стало отдельным документом: раньше оно было частью политики.',
} as const

/** The consent to letters about payouts that arrived, given at the sign-up or in the settings. */
export const PAYOUT_LETTERS = {
  date: '2026-11-30',
  text: 'Даю согласие на письма о выплатах',
} as const

/** The owner of the site, as the documents name them. */
export type LegalFacts = {
  name: string
  inn: string
  ogrn: string
  address: string
  email: string | null
  phone: string | null
  bank: { name: string; account: string; bic: string; correspondent: string } | null
  /** Made up for the demo, and marked as such. */
  example: boolean
}

/** The owner of the site, as the documents name them. */
export type LegalFacts = {
  name: string
  inn: string
  ogrn: string
  address: string
  email: string | null
  phone: string | null
  bank: { name: string; account: string; bic: string; correspondent: string } | null
  /** Made up for the demo, and said to be so. */
  example: boolean
}

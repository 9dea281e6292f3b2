import type { LegalFacts } from '#domain/documents.ts'
import { editionDay } from './edition-day.ts'
import { LegalNote } from './legal-note.tsx'

export type DocumentHeadProps = {
  /** `YYYY-MM-DD` */
  edition: string
  legal: LegalFacts | null
}

/** Of which day a document is; and whether it binds anybody, for a draft without an owner does not. */
export function DocumentHead({ edition, legal }: DocumentHeadProps) {
  return (
    <>
      <p>
        Редакция от <time dateTime={edition}>{editionDay(edition)}</time>
      </p>
      <LegalNote legal={legal} />
    </>
  )
}

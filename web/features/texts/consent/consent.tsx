import type { MetaFunction } from 'react-router'
import { CONSENT } from '#domain/documents.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { consentEdition } from '../legal-parts.tsx'
import { TextPage } from '../text-page.tsx'
import { ConsentText } from './consent-text.tsx'

const TITLE = 'Согласие на обработку персональных данных'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: `${TITLE} — Бис`,
    description: 'Что «Бис» хранит о музыканте, зачем и как отозвать согласие.',
    path: '/consent',
    publicUrl: publicUrlIn(matches),
  })

/** The consent as a document, apart from the offer and the policy. */
export default function Consent() {
  return (
    <TextPage title={TITLE} lead={consentEdition(CONSENT)}>
      <ConsentText />
    </TextPage>
  )
}

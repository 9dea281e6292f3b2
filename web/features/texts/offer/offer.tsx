import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { redirect, useLoaderData } from 'react-router'
import { EDITIONS } from '#domain/documents.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { useSiteFacts } from '#web/lib/site-facts.ts'
import { Section } from '#web/ui/section.tsx'
import { DocumentHead } from '../document-head.tsx'
import { LegalDetails } from '../legal-details.tsx'
import { TextPage } from '../text-page.tsx'
import { OfferMoney } from './offer-money.tsx'
import { OfferOrder } from './offer-order.tsx'
import { OfferTerms } from './offer-terms.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Публичная оферта — Бис',
    description: 'Условия, на которых музыканты и слушатели пользуются сервисом «Бис».',
    path: '/offer',
    publicUrl: publicUrlIn(matches),
  })

export function loader({ context }: LoaderFunctionArgs) {
  const { site, legal } = context.get(serverDoor)
  if (site.offerUrl !== '/offer') throw redirect(site.offerUrl)
  return { legal }
}

/** The terms of the service; another meaning is another edition, see domain/documents.ts. */
export default function Offer() {
  const { legal } = useLoaderData<typeof loader>()
  const { publicUrl } = useSiteFacts()
  return (
    <TextPage
      title="Публичная оферта"
      lead={<DocumentHead edition={EDITIONS.offer} legal={legal} />}
    >
      <OfferTerms owner={legal?.name ?? null} publicUrl={publicUrl} />
      <OfferOrder />
      <OfferMoney />
      <Section title="8. Реквизиты">
        <LegalDetails legal={legal} />
      </Section>
    </TextPage>
  )
}

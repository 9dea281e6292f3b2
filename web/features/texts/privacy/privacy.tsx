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
import { CookieTable } from './cookie-table.tsx'
import { DataKept } from './data-kept.tsx'
import { DataRights } from './data-rights.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Политика конфиденциальности — Бис',
    description: 'Какие данные хранит «Бис», зачем, как долго и как их удалить.',
    path: '/privacy',
    publicUrl: publicUrlIn(matches),
  })

export function loader({ context }: LoaderFunctionArgs) {
  const { site, legal } = context.get(serverDoor)
  if (site.privacyUrl !== '/privacy') throw redirect(site.privacyUrl)
  return { legal }
}

/** What is kept of people and why; another meaning is another edition, see domain/documents.ts. */
export default function Privacy() {
  const { legal } = useLoaderData<typeof loader>()
  const { publicUrl } = useSiteFacts()
  return (
    <TextPage
      title="Политика конфиденциальности"
      lead={<DocumentHead edition={EDITIONS.privacy} legal={legal} />}
    >
      <Section title="1. Кто обрабатывает данные">
        <p>
          Оператор персональных данных сайта {publicUrl} — {legal?.name ?? 'владелец сайта'} (далее
          «мы»). Документ составлен по Федеральному закону № 152-ФЗ «О персональных данных».
        </p>
      </Section>
      <DataKept />
      <CookieTable />
      <DataRights email={legal?.email ?? null} />
      <Section title="8. Контакты оператора">
        <LegalDetails legal={legal} />
      </Section>
    </TextPage>
  )
}

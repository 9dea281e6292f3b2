import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData } from 'react-router'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { SupportLink } from '#web/parts/frame/support-link.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LegalDetails } from './legal-parts.tsx'
import { TextPage } from './text-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'О компании — Бис',
    description: 'Кто отвечает за «Бис», реквизиты, почта и документы.',
    path: '/about',
    publicUrl: publicUrlIn(matches),
  })

export function loader({ context }: LoaderFunctionArgs) {
  return { legal: context.get(serverApi).legal }
}

/** The owner of the site. */
export default function About() {
  const { legal } = useLoaderData<typeof loader>()
  const { offerUrl, privacyUrl, supportEmail } = useSiteFacts()
  return (
    <TextPage
      title="О компании"
      lead="«Бис» помогает живым музыкантам и их слушателям: афиша, заказ песен из зала и благодарности на одной странице."
    >
      <Section title="Реквизиты">
        <LegalDetails legal={legal} />
      </Section>
      <Section title="Документы">
        <ul>
          <li>
            <Anchor href={offerUrl} className="link">
              Публичная оферта
            </Anchor>
          </li>
          <li>
            <Anchor href={privacyUrl} className="link">
              Политика конфиденциальности
            </Anchor>
          </li>
          <li>
            <Anchor href="/pricing" className="link">
              Цены и оплата
            </Anchor>
          </li>
        </ul>
      </Section>
      <Section title="Поддержка">
        <p>
          Напишите нам через{' '}
          <Anchor href="/pricing#support" className="link">
            форму поддержки
          </Anchor>
          {supportEmail !== null && (
            <>
              {' '}
              или на почту{' '}
              <Anchor href={`mailto:${supportEmail}`} className="link">
                {supportEmail}
              </Anchor>
            </>
          )}
          .
        </p>
        <p>
          <SupportLink className="link" />
        </p>
      </Section>
    </TextPage>
  )
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useLocation } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { useSiteFacts } from '#web/lib/site-facts.ts'
import { SiteFooter } from '#web/parts/site-footer.tsx'
import { AudienceSection } from './audience-section.tsx'
import { ConcertsSection } from './concerts-section.tsx'
import { FaqSection } from './faq-section.tsx'
import { FeedbackSection } from './feedback-section.tsx'
import { HomeHeader } from './home-header.tsx'
import { HomeHero } from './home-hero.tsx'
import { HowSection } from './how-section.tsx'
import { loadHome } from './load-home.ts'
import { passedOn } from './passed-on.ts'
import { postFeedback } from './post-feedback.ts'
import { PriceSection } from './price-section.tsx'
import { PromoSection } from './promo-section.tsx'
import { ReviewsSection } from './reviews-section.tsx'

const ABOUT =
  'Афиша, заказ песен с телефона и благодарности. Всё на одной странице, вход по QR-коду.'

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta({
    title: 'Бис: заказ песен на живых концертах',
    description: ABOUT,
    path: '/',
    publicUrl: publicUrlIn(matches),
  }),
  { name: 'theme-color', content: '#ff7a1a' },
]

export const loader = ({ context }: LoaderFunctionArgs) => loadHome(context)

export const action = ({ request, context }: ActionFunctionArgs) =>
  postFeedback(callFrom(context), request)

export default function Home() {
  const { concerts, promo, reviews, examples } = useLoaderData<typeof loader>()
  const { demoArtist } = useSiteFacts()
  const query = passedOn(useLocation().search)
  return (
    <>
      <HomeHeader loginHref={`/login${query}`} />
      <main>
        <HomeHero
          about={ABOUT}
          signupHref={`/signup${query}`}
          exampleHref={demoArtist === null ? null : `/user/${demoArtist}`}
        />
        <HowSection />
        <PromoSection promo={promo} />
        <AudienceSection />
        <PriceSection />
        <ConcertsSection concerts={concerts} />
        <ReviewsSection reviews={reviews} examples={examples} />
        <FaqSection />
        <FeedbackSection />
      </main>
      <SiteFooter />
    </>
  )
}

import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { LoaderFunctionArgs, MetaFunction, RouterContextProvider } from 'react-router'
import { useLoaderData, useLocation } from 'react-router'
import { api } from '#contract/index.ts'
import { promoWeek } from '#domain/concerts/promo-week.ts'
import { promoOf, QUESTIONS, shownReviews } from '#web/content/home-texts.ts'
import type { Review } from '#web/content/home-texts.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import { foundConcert } from '#web/parts/concerts/found-concert.ts'
import { Logo, WORD } from '#web/parts/frame/logo.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Menu, Plus } from '#web/ui/icons/icons.tsx'
import { Rule } from '#web/ui/layout/section.tsx'
import { FeedbackSection } from './feedback-section.tsx'
import {
  AudienceSection,
  ConcertsSection,
  HomeBlock,
  HowSection,
  PriceSection,
  PromoSection,
} from './home-sections.tsx'
import css from './home.module.css'

/** «Бис!» as wide as the column, drawn so that the two hands may rise from behind it. */
function HeroWord() {
  return (
    <svg viewBox="33 -39 1306 638" fill="currentColor" className={css.word}>
      <path
        d={`${WORD}M1217 402 1194 217 1187 -39H1335L1328 214L1304 402ZM1265 599Q1234 599 1212 579Q1191 559 1191 531Q1191 503 1212 483Q1234 463 1265 463Q1296 463 1318 483Q1339 503 1339 531Q1339 559 1318 579Q1296 599 1265 599Z`}
      />
    </svg>
  )
}

type HomeHeroProps = {
  about: string
  signupHref: string
  /** An example page, for a visitor without a page of their own. */
  exampleHref: string | null
}

/** The first screen: two hands over the word, and the link to the sign-up. */
function HomeHero({ about, signupHref, exampleHref }: HomeHeroProps) {
  return (
    <div data-theme="lamp" className={css.hero}>
      <div className={css.body}>
        <div aria-hidden="true">
          <div className={css.picture}>
            <img src="/art/hands-hero.svg" alt="" width={910} height={580} fetchPriority="high" />
          </div>
          <HeroWord />
        </div>
        <div className={css.heroWords}>
          <h1 className={`d-m ${css.title}`}>
            Зал заказывает песни. Вы&nbsp;играете и&nbsp;зарабатываете
          </h1>
          <p className="t-l">{about}</p>
          <div className={css.ways}>
            <Button href={signupHref} variant="invert">
              Создать страницу
            </Button>
            {exampleHref === null ? (
              <Button href="#how-it-works">Подробнее</Button>
            ) : (
              <Button href={exampleHref}>Пример</Button>
            )}
          </div>
          <Anchor href="/find" className={`link ${css.listener}`}>
            Слушателю: найти концерт
          </Anchor>
        </div>
      </div>
    </div>
  )
}

/** The links in the header of the home page. */
const SECTIONS = [
  { href: '#how-it-works', name: 'Как это работает' },
  { href: '#for-who', name: 'Для кого' },
  { href: '#price', name: 'Цены' },
  { href: '#faq', name: 'Вопросы' },
  { href: '/find', name: 'Концерты' },
] as const

/** The sections on a phone, folded; it opens before hydration too. */
function HomeMenu() {
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (box.current) box.current.open = false
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || box.current?.open !== true) return
    close()
    box.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={box} className={css.menu}>
      <summary aria-label="Меню" className={css.button} onKeyDown={closeByKey}>
        <Menu />
      </summary>
      <nav aria-label="Разделы" className={css.list}>
        {SECTIONS.map(({ href, name }) => (
          <Anchor
            key={href}
            href={href}
            className={css.homeMenuSection}
            onClick={close}
            onKeyDown={closeByKey}
          >
            {name}
          </Anchor>
        ))}
      </nav>
    </details>
  )
}

type ReviewsSectionProps = {
  reviews: readonly Review[]
  /** These are no real reviews: a demo shows how the section looks. */
  examples: boolean
}

/** Reviews by musicians; nothing is rendered while there are none. */
function ReviewsSection({ reviews, examples }: ReviewsSectionProps) {
  if (reviews.length === 0) return null
  return (
    <HomeBlock title="Говорят музыканты">
      <ul className={css.wall}>
        {reviews.map(({ text, name, about }) => (
          <li key={text}>
            <figure>
              <Rule />
              {examples && <Badge className={css.mark}>Пример отзыва</Badge>}
              <blockquote className={css.words}>{text}</blockquote>
              <figcaption>
                <span className="b">{name}</span>
                <br />
                <span className="muted">{about}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </HomeBlock>
  )
}

type DemoSectionProps = { login: string; opensOnPhone: boolean }

/** In a demo: one concert, seen from three sides. */
function DemoSection({ login, opensOnPhone }: DemoSectionProps) {
  const page = `/user/${login}`
  return (
    <HomeBlock title="Это демо" sheet aside>
      <div className={css.demo}>
        <ol className={css.demoLines}>
          <li>
            <b>Телефон.</b> {opensOnPhone ? 'Наведите камеру на код или откройте' : 'Откройте'}{' '}
            <Anchor href={`${page}?tab=order`}>идущий концерт</Anchor> и&nbsp;закажите песню.
            {!opensOnPhone && ' С настоящего телефона: HOST=0.0.0.0 npm start.'}
          </li>
          <li>
            <b>Пульт.</b> <Anchor href={`/login?username=${login}`}>Войдите</Anchor> как {login},
            пароль напечатан при запуске: очередь,{' '}
            <Anchor href="/artist/session">прошедшие вечера</Anchor> и&nbsp;
            <Anchor href="/artist/balance">баланс</Anchor>.
          </li>
          <li>
            <b>Демо-банк.</b> <Anchor href="/sandbox-bank/admin">Платежи и&nbsp;выплаты</Anchor>{' '}
            с&nbsp;ненастоящими деньгами.
          </li>
        </ol>
        {opensOnPhone && (
          <img
            src={`/api/v1/qr/get-image/${login}`}
            alt="QR-код: страница музыканта"
            width={176}
            height={176}
            loading="lazy"
          />
        )}
      </div>
    </HomeBlock>
  )
}

type HomeHeaderProps = { loginHref: string }

/** The header of the home page, on the lamp's background like the hero under it. */
function HomeHeader({ loginHref }: HomeHeaderProps) {
  return (
    <header data-theme="lamp">
      <div className={css.bar}>
        <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
          <Logo />
        </Anchor>
        <nav aria-label="Разделы" className={css.sections}>
          {SECTIONS.map(({ href, name }) => (
            <Anchor key={href} href={href} className={css.section}>
              {name}
            </Anchor>
          ))}
        </nav>
        <Button href={loginHref} size="s" variant="text" className={css.login}>
          Войти
        </Button>
        <HomeMenu />
      </div>
    </header>
  )
}

/** Questions that expand without scripts. */
function FaqSection() {
  return (
    <HomeBlock id="faq" title="Вопросы" sheet aside>
      <div className={css.questions}>
        {QUESTIONS.map(({ asked, answer }, at) => (
          <details key={asked} open={at === 0}>
            <summary className={css.asked}>
              <span>{asked}</span>
              <span aria-hidden="true" className={css.sign}>
                <Plus />
              </span>
            </summary>
            <p className={css.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </HomeBlock>
  )
}

const SHOWN = 3
/** Running concerts are among the first by time. */
const ASKED = 15

/** Running concerts, then the next ones; null when the request failed. */
async function loadConcerts(ask: Caller): Promise<FoundConcert[] | null> {
  const answer = ask(api.session.getSessions, { body: { limit: ASKED } })
  const sessions = await orWhenUnavailable(answer, null)
  if (sessions === null) return null
  const live = sessions.filter(({ sessionStatus }) => sessionStatus === 'NOW')
  const coming = sessions.filter(({ sessionStatus }) => sessionStatus === 'SCHEDULED')
  return [...live, ...coming].slice(0, SHOWN).map(foundConcert)
}

/** The data of the home page that changes without a new build. */
async function loadHome(context: Readonly<RouterContextProvider>) {
  const { variant, daysLeft } = promoWeek(new Date())
  // Example reviews appear only with example legal data: a demo that names a real owner quotes no made-up people.
  const { legal, demo } = context.get(serverApi)
  return {
    demo,
    concerts: await loadConcerts(callFrom(context)),
    promo: { ...promoOf(variant), daysLeft },
    ...shownReviews(legal?.example === true),
  }
}

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

export default function Home() {
  const { concerts, demo, promo, reviews, examples } = useLoaderData<typeof loader>()
  const { demoArtist } = useSiteFacts()
  const query = useLocation().search
  return (
    <>
      <HomeHeader loginHref={`/login${query}`} />
      <main id="main">
        <HomeHero
          about={ABOUT}
          signupHref={`/signup${query}`}
          exampleHref={demoArtist === null ? null : `/user/${demoArtist}`}
        />
        {demo !== null && <DemoSection {...demo} />}
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

import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useLocation } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { Beat } from '#web/ui/beat.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { HomeHeader } from './home-header.tsx'
import { HomeHero } from './home-hero.tsx'
import { loadHome } from './load-home.ts'
import { PosterWall } from './poster-wall.tsx'
import css from './home.module.css'

const ABOUT =
  'Афиша, репертуар и заказ песен с телефона для живых музыкантов. Всё на одной странице, залу не нужна регистрация.'

export const meta: MetaFunction = () => [
  { title: 'Бис: заказ песен на живых концертах' },
  { name: 'description', content: ABOUT },
  { name: 'theme-color', content: '#ff7a1a' },
]

export const loader = ({ context }: LoaderFunctionArgs) => loadHome(callFrom(context))

export default function Home() {
  const concerts = useLoaderData<typeof loader>()
  const { search } = useLocation()
  return (
    <>
      <HomeHeader loginHref={`/login${search}`} />
      <main>
        <HomeHero about={ABOUT} signupHref={`/signup${search}`} />
        <div id="concerts" className={`wrap ${css.concerts}`}>
          {concerts !== null && concerts.now.length > 0 && (
            <Section title="Идёт сейчас" count={<Beat className="now-c" />}>
              <PosterWall
                label="Идёт сейчас"
                sessions={concerts.now}
                action={({ artist, title }) => (
                  <Button href={`/user/${artist.username}?tab=order`} size="s" variant="invert">
                    Заказать песню<span className="sr">: {title}</span>
                  </Button>
                )}
              />
            </Section>
          )}
          <Section title="Ближайшие концерты">
            {concerts === null && (
              <EmptyState
                text="Не получилось узнать, где играют. Обновите страницу."
                rest={false}
              />
            )}
            {concerts?.next.length === 0 && (
              <EmptyState text="Пока никто не объявил концерт. Ваш может стать первым." />
            )}
            {concerts !== null && concerts.next.length > 0 && (
              <PosterWall label="Ближайшие концерты" sessions={concerts.next} />
            )}
          </Section>
        </div>
      </main>
    </>
  )
}

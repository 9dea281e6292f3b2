import { Button } from '#web/ui/button.tsx'
import { HeroWord } from './hero-word.tsx'
import css from './home-hero.module.css'

type HomeHeroProps = {
  about: string
  signupHref: string
  /** A page that can be looked at before one has one's own. */
  exampleHref: string | null
}

/** The first look: two hands over the word, and the way in. */
export function HomeHero({ about, signupHref, exampleHref }: HomeHeroProps) {
  return (
    <div data-theme="lamp" className={css.hero}>
      <div className={css.body}>
        <div aria-hidden="true">
          <div className={css.picture}>
            <img src="/art/hands-hero.svg" alt="" width={910} height={580} fetchPriority="high" />
          </div>
          <HeroWord />
        </div>
        <div className={css.words}>
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
        </div>
      </div>
    </div>
  )
}

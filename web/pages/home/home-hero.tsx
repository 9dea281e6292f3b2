import { Button } from '#web/ui/button.tsx'
import { HeroWord } from './hero-word.tsx'
import css from './home-hero.module.css'

type HomeHeroProps = {
  about: string
  signupHref: string
}

/** The first look: two hands over the word, and the way in. */
export function HomeHero({ about, signupHref }: HomeHeroProps) {
  return (
    <div data-theme="lamp" className={css.hero}>
      <div className={css.body}>
        <div aria-hidden="true">
          <div className={css.picture}>
            <img src="/art/hands-hero.svg" alt="" width={910} height={580} />
          </div>
          <HeroWord />
        </div>
        <div className={css.words}>
          <h1 className={`d-m ${css.title}`}>Зал заказывает песни. Вы играете то, чего ждут</h1>
          <p className="t-l">{about}</p>
          <div className={css.ways}>
            <Button href={signupHref} variant="invert">
              Создать страницу
            </Button>
            <Button href="#concerts">Где играют</Button>
          </div>
        </div>
      </div>
    </div>
  )
}

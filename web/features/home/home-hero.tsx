import { Button } from '#web/ui/button.tsx'
import css from './home-hero.module.css'

/** «Бис!» as wide as the column, drawn so that the two hands may rise from behind it. */
function HeroWord() {
  return (
    <svg viewBox="33 -39 1306 638" fill="currentColor" className={css.word}>
      <path d="M33 591V0H334V97H169V155H252Q281 155 306 164Q332 173 348 197Q365 221 365 270V433Q365 487 356 518Q346 550 328 566Q310 581 286 586Q261 591 232 591ZM200 520Q211 520 218 516Q224 511 226 501Q229 491 229 476V282Q229 267 226 258Q224 248 218 243Q212 238 200 238H169V520ZM415 591V96H534V348L626 96H744V591H625V306Q600 378 575 449Q550 520 523 591ZM958 599Q906 599 869 588Q832 577 812 541Q792 505 792 432V225Q792 146 834 117Q877 88 958 88Q1038 88 1080 116Q1122 143 1122 216V292H986V208Q986 185 980 176Q973 167 958 167Q943 167 936 176Q928 185 928 208V478Q928 501 936 510Q943 520 958 520Q973 520 980 511Q986 502 986 478V384H1122V431Q1122 505 1102 541Q1083 577 1046 588Q1010 599 958 599ZM1217 402 1194 217 1187 -39H1335L1328 214L1304 402ZM1265 599Q1234 599 1212 579Q1191 559 1191 531Q1191 503 1212 483Q1234 463 1265 463Q1296 463 1318 483Q1339 503 1339 531Q1339 559 1318 579Q1296 599 1265 599Z" />
    </svg>
  )
}

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

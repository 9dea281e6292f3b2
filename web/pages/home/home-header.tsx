import { Logo } from '#web/parts/logo.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { HomeMenu } from './home-menu.tsx'
import { SECTIONS } from './sections.ts'
import css from './home-header.module.css'

type HomeHeaderProps = { loginHref: string }

/** The upper edge of the first page, on the lamp's ground like the hero under it. */
export function HomeHeader({ loginHref }: HomeHeaderProps) {
  return (
    <header data-theme="lamp">
      <div className={css.bar}>
        <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
          <Logo />
        </Anchor>
        <nav aria-label="Разделы" className={`only-d ${css.sections}`}>
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

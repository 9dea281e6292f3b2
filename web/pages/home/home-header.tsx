import { Logo } from '#web/parts/logo.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
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
        <Button href={loginHref} size="s" variant="text">
          Войти
        </Button>
      </div>
    </header>
  )
}

import { useShare } from '#web/lib/use-share.ts'
import { Logo } from '#web/parts/logo.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { LogOut, QrCode, Settings } from '#web/ui/artist-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Share2 } from '#web/ui/icons.tsx'
import css from './home-header.module.css'
import type { Home } from './load-home.ts'
import { useLogout } from './use-logout.ts'

export type HomeHeaderProps = { home: Pick<Home, 'username' | 'page'> }

/** The upper edge of the artist's home: the way to the site, and what concerns the whole account. */
export function HomeHeader({ home: { username, page } }: HomeHeaderProps) {
  const share = useShare()
  const { leaving, leave } = useLogout()
  return (
    <header className={css.header}>
      <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
        <Logo />
      </Anchor>
      <IconButton label="Настройки" href="/artist/account-settings">
        <Settings className="ico" />
      </IconButton>
      <IconButton label="QR-код" href="/artist/qr">
        <QrCode className="ico" />
      </IconButton>
      <IconButton
        label="Поделиться"
        onClick={() => share(`/user/${username}`, page.artistInfoDTO.name)}
      >
        <Share2 className="ico" />
      </IconButton>
      <IconButton label="Выйти" aria-busy={leaving || undefined} onClick={leave}>
        <LogOut className="ico" />
      </IconButton>
    </header>
  )
}

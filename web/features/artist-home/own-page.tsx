import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import { pictureOf } from '#domain/concerts/poster-run.ts'
import { call } from '#web/lib/calls/call.ts'
import { removeToken } from '#web/lib/calls/token.ts'
import { useShare } from '#web/lib/pages/share.tsx'
import { photoOf } from '#web/parts/artist/photo.ts'
import { FormattedText } from '#web/parts/artist/formatted-text.tsx'
import { SocialLinks } from '#web/parts/artist/social-links.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ExternalLink, LogOut, QrCode, Settings } from '#web/ui/icons/artist-icons.tsx'
import { Share2 } from '#web/ui/icons/icons.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import { Carousel } from '#web/ui/layout/carousel.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import css from './artist-home.module.css'

/** Timeout of the logout request: a lost network must not prevent a logout. */
const TIMEOUT_MS = 3000

/** Ends the token on the server, and removes it here in any case. */
async function endToken(): Promise<void> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS)
  // Whatever the answer is, this device is logged out.
  await call(api.auth.logout, {}, { signal: patience.signal }).catch(() => {})
  clearTimeout(timer)
  removeToken()
}

/** For a button that logs this device out. */
function useLogout() {
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    leave() {
      if (leaving) return
      setLeaving(true)
      // A full page load, so that nothing of this account stays in memory.
      void endToken().then(() => window.location.assign('/login'))
    },
  }
}

type OwnPageProps = { username: string; page: ArtistPage }

/** What is done with one's own page and account: settings, code, share, log out. */
export function OwnPageActions({ username, page }: OwnPageProps) {
  const share = useShare()
  const { leaving, leave } = useLogout()
  const [asking, setAsking] = useState(false)
  return (
    <div className={css.actions}>
      <IconButton label="Настройки" href="/artist/account-settings">
        <Settings />
      </IconButton>
      <IconButton label="QR-код" href="/artist/qr">
        <QrCode />
      </IconButton>
      <IconButton
        label="Поделиться"
        onClick={() => share(`/user/${username}`, page.artistInfoDTO.name)}
      >
        <Share2 />
      </IconButton>
      <IconButton label="Выйти" onClick={() => setAsking(true)}>
        <LogOut />
      </IconButton>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Выйти из кабинета?"
        safe="Остаться"
        confirm="Выйти"
        confirming={leaving}
        onConfirm={leave}
      >
        <p>Чтобы вернуться, понадобится пароль. Концерт это не остановит.</p>
      </Dialog>
    </div>
  )
}

/** The artist's page as the artist sees it. */
export function OwnPage({ username, page }: OwnPageProps) {
  const artist = page.artistInfoDTO
  return (
    <div className={css.profile}>
      <Carousel
        label="Фотографии"
        images={artist.imageUrls.map(photoOf)}
        fallback={pictureOf(artist.username)}
        sizes="(min-width: 768px) 640px, 100vw"
        className={css.photos}
      />
      <div className={css.facts}>
        <h1 className={css.name}>{artist.name === '' ? artist.username : artist.name}</h1>
        {artist.shortDescriptionHtml !== '' && (
          <FormattedText html={artist.shortDescriptionHtml} className={css.short} />
        )}
        <SocialLinks links={page.socialMediaList} />
        <Button variant="primary" block icon={<ListMusic />} href="/artist/favorite_songs">
          Настроить репертуар
        </Button>
        <Button block icon={<ExternalLink />} href={`/user/${username}`}>
          Как её видят слушатели
        </Button>
      </div>
      <Section
        title={artist.accountType === 'GROUP' ? 'О группе' : 'О музыканте'}
        className={css.about}
      >
        {artist.descriptionHtml === '' ? (
          <EmptyState
            text="Расскажите, что и как вы играете: слушатели прочтут это на вашей странице."
            action={<Button href="/artist/account-settings">Рассказать</Button>}
          />
        ) : (
          <FormattedText html={artist.descriptionHtml} />
        )}
      </Section>
    </div>
  )
}

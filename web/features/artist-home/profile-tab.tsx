import type { ArtistPage } from '#contract/page.ts'
import { pictureOf } from '#domain/poster-run.ts'
import { photoOf } from '#web/lib/photo.ts'
import { FormattedText } from '#web/parts/formatted-text.tsx'
import { SocialLinks } from '#web/parts/social-links.tsx'
import { Wallet } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Carousel } from '#web/ui/carousel.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListMusic } from '#web/ui/icons.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './profile-tab.module.css'

export type HomeProfileTabProps = { page: ArtistPage }

/** The artist's page as the artist sees it. */
export function ProfileTab({ page }: HomeProfileTabProps) {
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
        <Button
          variant="primary"
          block
          icon={<ListMusic className="ico" />}
          href="/artist/favorite_songs"
        >
          Настроить репертуар
        </Button>
        <Button block icon={<Wallet className="ico" />} href="/artist/balance">
          Баланс
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

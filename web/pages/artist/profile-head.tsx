import { FormattedText } from '#web/parts/formatted-text.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { classes } from '#web/ui/classes.ts'
import type { ArtistHead, ProfileView } from './artist-view.ts'
import { ThanksButton } from './thanks-button.tsx'
// Their look stands in the first HTML, as the signs do; only the scripts for them come later.
import '#web/parts/social-links.module.css'
import css from './profile-head.module.css'

/** The signs of the networks are drawn by the server: their outlines are heavy, and nothing about them moves. */
const SocialLinks = lazyPart('web/parts/social-links.tsx', async () => {
  const { SocialLinks: Part } = await import('#web/parts/social-links.tsx')
  return Part
})

export type ProfileHeadProps = { head: ArtistHead; profile: ProfileView | null }

/** Who this is, in one sentence, and where else to find them. */
export function ProfileHead({ head, profile }: ProfileHeadProps) {
  const links = profile && <SocialLinks links={profile.links} tint={profile.tint} />
  return (
    <div className={css.head}>
      {profile?.linksAbove && links}
      <h1 className={classes(titleStep(head.name, 'd-l'), css.name)}>{head.name}</h1>
      {head.shortDescriptionHtml !== '' && (
        <FormattedText html={head.shortDescriptionHtml} className={css.short} />
      )}
      {!profile?.linksAbove && links}
      {profile?.thanks && <ThanksButton newLook={profile.thanks.newButton} className="only-d" />}
    </div>
  )
}

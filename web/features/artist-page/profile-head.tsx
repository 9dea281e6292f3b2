import { FormattedText } from '#web/parts/formatted-text.tsx'
import { SocialLinks } from '#web/parts/social-links.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { classes } from '#web/ui/classes.ts'
import type { ArtistHead, ProfileView } from './artist-view.ts'
import css from './profile-head.module.css'
import { ThanksButton } from './thanks-button.tsx'

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

import type { ReactNode } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { counted } from '#domain/russian.ts'
import { useOnce } from '#web/lib/value-hooks.ts'
import { ComplainButton } from '#web/parts/complaint/complain-button.tsx'
import { FormattedText } from '#web/parts/artist/formatted-text.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { OrderMark } from '#web/features/ordering/index.ts'
import css from '../artist.module.css'
import { NotArrived } from '../artist-frame.tsx'
import { ALL_SONGS_HREF, tabHref } from './artist-tab.ts'
import type { ArtistView } from '../artist-view.ts'
import { ThanksButton, ThanksSheet } from '../tip/thanks-button.tsx'
import { useThanksSheet } from '../tip/use-thanks-sheet.ts'

type AllSongsProps = { left: number }

/** Loads the rest of a long repertoire in place; a plain link before hydration. */
function AllSongs({ left }: AllSongsProps) {
  const navigate = useNavigate()
  const coming = useNavigation().location?.search === ALL_SONGS_HREF
  if (left === 0) return null
  return (
    <Button
      block
      href={ALL_SONGS_HREF}
      loading={coming}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(ALL_SONGS_HREF, { replace: true, preventScrollReset: true })
      }}
    >
      {`Показать ещё ${counted(left, 'песню', 'песни', 'песен')}`}
    </Button>
  )
}

type ProfileTabProps = { view: ArtistView; goal: ReactNode }

/** The long description and the songs. While orders are taken, every song leads to its order sheet. */
export function ProfileTab({ view: { head, current, profile }, goal }: ProfileTabProps) {
  const thanking = useOnce(useThanksSheet().isOpen)
  if (profile === null) return <NotArrived />
  const group = head.accountType === 'GROUP'
  const orderable = current?.open === true
  const silent =
    head.shortDescriptionHtml === '' &&
    profile.descriptionHtml === '' &&
    profile.repertoire.length === 0
  return (
    <>
      {goal}
      <div className={classes('wrap', css.columns)}>
        {silent && (
          <EmptyState
            text={group ? 'Здесь будет рассказ о группе' : 'Здесь будет рассказ о музыканте'}
            muted
          />
        )}
        {profile.descriptionHtml !== '' && (
          <Section title={group ? 'О группе' : 'О музыканте'}>
            <FormattedText html={profile.descriptionHtml} />
          </Section>
        )}
        {profile.repertoire.length > 0 && (
          <Section title={group ? 'Репертуар группы' : 'Репертуар музыканта'}>
            <ul>
              {profile.repertoire.map((song) => (
                <SongRow
                  key={song.songId}
                  song={song}
                  note={song.learning && 'учу'}
                  {...(orderable && {
                    href: tabHref('order', { song: song.songId }),
                    mark: song.learning ? undefined : <OrderMark />,
                  })}
                />
              ))}
            </ul>
            <AllSongs left={profile.songsLeft} />
          </Section>
        )}
      </div>
      <div className="wrap">
        <ComplainButton
          username={head.username}
          subjects={[
            { label: head.name },
            ...head.imageUrls.map((photo, at) => ({
              label: `${head.name}, фото ${at + 1}`,
              photo,
            })),
          ]}
        />
      </div>
      {profile.thanks && (
        <>
          <FootBar phoneOnly>
            <ThanksButton block newLook={profile.thanks.newButton} />
          </FootBar>
          {thanking && (
            <ThanksSheet
              artist={head}
              thanks={profile.thanks}
              hall={current !== null && current.sessionRules?.rules?.words !== 'off'}
            />
          )}
        </>
      )}
    </>
  )
}

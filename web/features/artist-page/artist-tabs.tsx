import { useNavigate, useNavigation, useParams } from 'react-router'
import { counted } from '#domain/russian.ts'
import { useSiteFacts } from '#web/lib/site-facts.ts'
import { useOnce } from '#web/lib/value-hooks.ts'
import { CalendarAnchor } from '#web/parts/calendar-anchor.tsx'
import { FormattedText } from '#web/parts/formatted-text.tsx'
import type { PosterSession } from '#web/parts/poster.tsx'
import { Poster } from '#web/parts/poster.tsx'
import { SongRow } from '#web/parts/song-row.tsx'
import { ActionRow } from '#web/ui/action-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { CalendarSync } from '#web/ui/icons.tsx'
import { Rule } from '#web/ui/rule.tsx'
import { Section } from '#web/ui/section.tsx'
import { Strings } from '#web/ui/strings.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { OrderMark, PastOrders } from '../ordering/index.ts'
import type { OrderView } from '../ordering/load.ts'
import css from './artist.module.css'
import { NotArrived } from './artist-frame.tsx'
import { ALL_SONGS_HREF, tabHref } from './artist-tab.ts'
import type { ArtistHead, ArtistView } from './artist-view.ts'
import { ThanksButton, ThanksSheet } from './thanks-button.tsx'
import { useThanksSheet } from './use-thanks-sheet.ts'

type AllSongsProps = { left: number }

/** The way to the rest of a long repertoire, in its place; a link before the scripts. */
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

type ProfileTabProps = { view: ArtistView }

/** The long story and the songs. While orders are taken every song leads to its order sheet. */
export function ProfileTab({ view: { head, current, profile } }: ProfileTabProps) {
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
      {profile.thanks && (
        <>
          <FootBar phoneOnly>
            <ThanksButton block newLook={profile.thanks.newButton} />
          </FootBar>
          {thanking && <ThanksSheet artist={head} thanks={profile.thanks} />}
        </>
      )}
    </>
  )
}

type ConcertOverProps = { head: ArtistHead; sessionId: string; order: OrderView | null }

/** What a listener sees who still stands at the order tab when the concert ends. */
export function ConcertOver({ head, sessionId, order }: ConcertOverProps) {
  const concert = { artistUsername: head.username, sessionId }
  const group = head.accountType === 'GROUP'
  return (
    <section aria-labelledby="concert-over" className={css.over}>
      <Strings paused />
      <div className={classes('wrap', css.words)}>
        <Rule />
        <h2 id="concert-over" className="d-l">
          Концерт окончен
        </h2>
        <p className="t-l muted">
          Спасибо, что заказывали песни. Следующие выступления смотрите в афише.
        </p>
        <PastOrders concert={concert} first={order?.mine ?? null} />
        <ActionRow stacked>
          {head.takesTips && <ThanksButton newLook block />}
          <Button
            variant={head.takesTips ? 'line' : 'primary'}
            size="stage"
            href={tabHref('profile')}
          >
            {group ? 'На страницу группы' : 'На страницу музыканта'}
          </Button>
          <Button size="stage" href={tabHref('afisha')}>
            Афиша
          </Button>
        </ActionRow>
      </div>
    </section>
  )
}

/** These subscribe by a scheme of its own and only copy what comes by another; elsewhere it may be unsupported. */
function knowsWebcal(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.userAgent)
}

/** All evenings of the artist for one's own calendar, those to be announced too. */
function CalendarSubscription() {
  const { artistUsername = '' } = useParams()
  const { publicUrl } = useSiteFacts()
  const apple = useHydrated() && knowsWebcal()
  const path = `/user/${artistUsername}.ics`
  return (
    <CalendarAnchor
      href={apple ? `${publicUrl.replace(/^https?:/u, 'webcal:')}${path}` : path}
      icon={<CalendarSync className="ico" aria-hidden="true" />}
    >
      Подписаться на календарь
    </CalendarAnchor>
  )
}

type AfishaTabProps = { sessions: readonly PosterSession[] | null }

/** The concerts to come, the nearest first. */
export function AfishaTab({ sessions }: AfishaTabProps) {
  if (sessions === null) return <NotArrived />
  return (
    <div className={classes('wrap', css.afisha)}>
      <Section title="Ближайшие выступления">
        {sessions.length === 0 && (
          <EmptyState text="В ближайшее время выступлений не ожидается" muted />
        )}
        {sessions.length > 0 && (
          <ul className={css.posters}>
            {sessions.map((session) => (
              <li key={session.id}>
                <Poster session={session} />
              </li>
            ))}
          </ul>
        )}
        <CalendarSubscription />
        <Button href="/search" className={css.more}>
          Посмотреть больше
        </Button>
      </Section>
    </div>
  )
}

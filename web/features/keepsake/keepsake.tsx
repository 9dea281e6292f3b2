import type { ReactNode } from 'react'
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, redirect, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Keepsake } from '#contract/keepsake.ts'
import { pathOf } from '#contract/path.ts'
import { KEEPSAKE_TEXTS } from '#domain/queue/keepsake.ts'
import { plural } from '#domain/russian.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { useConcertTime } from '#web/lib/format.ts'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { ownPerformances, performanceOf } from '#web/parts/songs/performance.ts'
import { Setlist } from '#web/parts/songs/setlist.tsx'
import { StoryPicture } from '#web/parts/songs/story-picture.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import css from './keepsake.module.css'

type View = Keepsake & { key: string }

/** Without a key, redirects a device to its own page. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<View> {
  const { sessionId = '', key } = params
  const call = callFrom(context)
  try {
    if (key !== undefined) {
      return { ...(await call(api.songs.keepsake, { query: { sessionId, key } })), key }
    }
    const own = await call(api.songs.keepsakeKey, { query: { sessionId } })
    throw redirect(`/keepsake/${sessionId}/${own.key}`)
  } catch (failure) {
    // A malformed id or key is refused as bad input.
    const unknown =
      failure instanceof CallFailed && (failure.status === 404 || failure.status === 400)
    throw unknown ? data(null, { status: 404 }) : failure
  }
}

/** Anyone with the URL sees what one listener ordered, so it is not sent to other sites and not indexed. */
export const headers: HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
})

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData ? `На память: ${loaderData.session.title} — Бис` : 'Бис' },
  { name: 'robots', content: 'noindex' },
]

/** What came of the evening in one number, and how much of it is the listener's. */
function Sum({ songs, mine }: { songs: number; mine: number }) {
  return (
    <div className={classes('wrap', css.sum)}>
      <b aria-hidden="true">{songs}</b>
      <span aria-hidden="true" className={classes('vrule', css.bar)} />
      <p>
        <span className={css.words}>
          <span className="sr">{songs} </span>
          {plural(songs, 'песня', 'песни', 'песен')} за вечер
        </span>
        {mine > 0 && (
          <span className={css.own}>
            {songs === 1 ? 'и она' : ofThem(mine)} {plural(mine, 'ваша', 'ваши', 'ваши')}
          </span>
        )}
      </p>
    </div>
  )
}

const OF_THEM = ['одна из них', 'две из них', 'три из них', 'четыре из них', 'пять из них']
const ofThem = (songs: number) => OF_THEM[songs - 1] ?? `${songs} из них`

export default function KeepsakePage() {
  const view = useLoaderData<typeof loader>()
  const { session, over, orders, songs, next } = view
  const { artist, location } = session
  const time = useConcertTime(session)
  const name = artist.name === '' ? artist.username : artist.name
  const place = [location.name, location.city].filter((part) => part !== '').join(', ')
  const mine = ownPerformances(orders)
  return (
    <>
      <SiteHeader actions={<ShareButton title={session.title} />} />
      <main id="main" className={css.page}>
        <div className={css.art}>
          <img src="/art/hands-lamp.svg" alt="" width={1200} height={600} />
        </div>
        <header className={classes('wrap', css.head)}>
          <p className="t-l muted">На память</p>
          <h1 className={classes(titleStep(session.title, 'd-l'), css.title)}>{session.title}</h1>
          <p className={css.facts}>
            <Anchor href={`/user/${artist.username}`} className="link">
              {name}
            </Anchor>
            <span className="muted">
              <time dateTime={session.dateTimeStart}>{time.short}</time>
              {time.venueNote && `, ${time.venueNote}`}
            </span>
            {place !== '' && <span className="muted">{place}</span>}
          </p>
        </header>
        {over && songs > 0 && <Sum songs={songs} mine={mine.size} />}
        {over ? <Evening view={view} mine={mine} /> : <NotOver username={artist.username} />}
        <Section title={next ? 'Следующий концерт' : name} className={classes('wrap', css.next)}>
          {next && <Poster session={next} mini />}
          <FollowButton followed={{ artistUsername: artist.username }} name={name} block />
        </Section>
      </main>
      <SiteFooter />
    </>
  )
}

function NotOver({ username }: { username: string }) {
  return (
    <div className="wrap">
      <EmptyState
        text="Концерт ещё не окончен. Ваши песни появятся здесь, когда он закончится."
        action={<Button href={`/user/${username}?tab=order`}>К заказам</Button>}
      />
    </div>
  )
}

function Evening({ view, mine }: { view: View; mine: ReadonlySet<string> }) {
  const { session, orders, played, key } = view
  const query = new URLSearchParams({ sessionId: session.id, key }).toString()
  const picture = `${pathOf(api.songs.keepsakePicture)}?${query}`
  const missed = orders.flatMap(({ title, state }) =>
    state === 'PLAYED' ? [] : [`«${title}» ${KEEPSAKE_TEXTS[state]}`],
  )
  return (
    <div className={classes('wrap', css.columns)}>
      <div className={css.lists}>
        <Setlist
          title={played.length < view.songs ? 'Ваши песни' : undefined}
          played={played}
          mine={mine}
          zone={session.location.timeZone}
          notes={notesOf(orders)}
        />
        {missed.length > 0 && <p className="muted t-s">{missed.join('. ')}</p>}
      </div>
      <Section title="Для историй">
        <StoryPicture
          picture={picture}
          title={session.title}
          alt="Картинка на память о концерте"
          fileName="bis-na-pamyat.jpg"
        />
      </Section>
    </div>
  )
}

/** What the listener wrote with a song, and what the artist answered, by performance. */
function notesOf(orders: Keepsake['orders']): ReadonlyMap<string, ReactNode> {
  return new Map(
    orders.map((order) => {
      const { share, name, words, answer } = order
      const asked = [name, words && `«${words}»`].filter(Boolean).join(': ')
      const lines = [
        share && 'вы поддержали',
        asked,
        answer !== undefined && `Музыкант ответил: «${answer}»`,
      ].filter(Boolean)
      return [
        performanceOf(order),
        lines.length > 0 && (
          <span className={css.notes}>
            {lines.map((line) => (
              <span key={String(line)}>{line}</span>
            ))}
          </span>
        ),
      ]
    }),
  )
}

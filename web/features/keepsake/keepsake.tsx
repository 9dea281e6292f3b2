import { useState } from 'react'
import type { MouseEvent } from 'react'
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, redirect, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Keepsake } from '#contract/keepsake.ts'
import { pathOf } from '#contract/path.ts'
import { runOf } from '#domain/concerts/poster-run.ts'
import { KEEPSAKE_TEXTS } from '#domain/queue/keepsake.ts'
import { clockTime } from '#domain/russian.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { saveFile } from '#web/lib/pages/share.ts'
import { useConcertTime } from '#web/lib/format.ts'
import { ArtistPhoto } from '#web/parts/artist/artist-photo.tsx'
import { Poster } from '#web/parts/concerts/poster.tsx'
import runs from '#web/parts/concerts/run-colours.module.css'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
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

export default function KeepsakePage() {
  const view = useLoaderData<typeof loader>()
  const { session, over, next } = view
  const { artist, location } = session
  const time = useConcertTime(session)
  const name = artist.name === '' ? artist.username : artist.name
  const place = [location.name, location.city].filter((part) => part !== '').join(', ')
  return (
    <>
      <SiteHeader actions={<ShareButton title={session.title} />} />
      <main id="main" className={css.page}>
        <div className={classes(css.art, runs[runOf(artist.username, artist.imageUrl)])}>
          <ArtistPhoto artist={artist} sizes="(min-width: 768px) 1120px, 100vw" first />
        </div>
        <header className={classes('wrap', css.head)}>
          <p className="t-l muted">На память</p>
          <h1 className={classes(titleStep(session.title, 'd-l'), css.title)}>{session.title}</h1>
          <p className={css.facts}>
            <Anchor href={`/user/${artist.username}`} className="link">
              {name}
            </Anchor>
            <span>
              <time dateTime={session.dateTimeStart}>{time.timeAndDay}</time>
              {time.venueNote && `, ${time.venueNote}`}
            </span>
            {place !== '' && <span>{place}</span>}
          </p>
          <FollowButton
            followed={{ artistUsername: artist.username }}
            name={name}
            className={css.follow}
          >
            Подписаться
          </FollowButton>
        </header>
        {over ? <Orders view={view} /> : <NotOver username={artist.username} />}
        {next && (
          <Section title="Следующий концерт" className={classes('wrap', css.next)}>
            <Poster session={next} />
          </Section>
        )}
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

function Orders({ view }: { view: View }) {
  const { session, orders, key } = view
  const query = new URLSearchParams({ sessionId: session.id, key }).toString()
  const picture = `${pathOf(api.songs.keepsakePicture)}?${query}`
  return (
    <div className={classes('wrap', css.columns)}>
      <Section title={orders.length === 1 ? 'Ваша песня' : 'Ваши песни'}>
        <ul>
          {orders.map((order) => (
            <Order
              key={`${order.songId} ${order.state} ${order.startedAt}`}
              order={order}
              zone={session.location.timeZone}
            />
          ))}
        </ul>
      </Section>
      <Section title="Для историй">
        <StoryPicture picture={picture} />
        <PictureButton picture={picture} title={session.title} />
      </Section>
    </div>
  )
}

type OrderProps = { order: Keepsake['orders'][number]; zone: string }

function Order({ order, zone }: OrderProps) {
  const { state, startedAt, share, name, words, answer } = order
  const asked = [name, words && `«${words}»`].filter(Boolean).join(': ')
  return (
    <SongRow
      song={{ ...order, imageUrl: '' }}
      className={css.song}
      mark={
        startedAt !== null && (
          <time dateTime={startedAt} className="d-xs">
            {clockTime(new Date(startedAt), zone)}
          </time>
        )
      }
      note={
        <span className={css.notes}>
          {state !== 'PLAYED' && <span>{KEEPSAKE_TEXTS[state]}</span>}
          {share && <span>вы поддержали</span>}
          {asked !== '' && <span>{asked}</span>}
          {answer !== undefined && <span>Артист ответил: «{answer}»</span>}
        </span>
      }
    />
  )
}

const FILE_NAME = 'bis-na-pamyat.jpg'
const NOT_YET = 'Картинка ещё рисуется, попробуйте чуть позже'

function StoryPicture({ picture }: { picture: string }) {
  const [failed, setFailed] = useState(false)
  /* An image that failed before hydration fired no event. */
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true)
  }
  if (failed)
    return (
      <>
        <p>{NOT_YET}</p>
        <Button onClick={() => setFailed(false)}>Попробовать ещё раз</Button>
      </>
    )
  return (
    <Anchor href={picture} download={FILE_NAME} className={css.story}>
      <img
        ref={look}
        src={picture}
        alt="Картинка на память о концерте"
        width={1080}
        height={1920}
        loading="lazy"
        onError={() => setFailed(true)}
      />
    </Anchor>
  )
}

/** Passes the picture to the phone's own share sheet where it accepts files; else downloads it, also without scripts. */
function PictureButton({ picture, title }: { picture: string; title: string }) {
  const hydrated = useHydrated()
  const [pending, setPending] = useState(false)
  const toast = useToast()
  const shares =
    hydrated &&
    window.matchMedia('(pointer: coarse)').matches &&
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [new File([], FILE_NAME, { type: 'image/jpeg' })] })

  async function share() {
    setPending(true)
    try {
      const response = await fetch(picture)
      if (!response.ok) throw new Error(`The picture came with ${response.status}`)
      const blob = await response.blob()
      const files = [new File([blob], FILE_NAME, { type: 'image/jpeg' })]
      await navigator.share({ files, title }).catch((error: unknown) => {
        // Closing the sheet means a cancel; when the tap took too long, the file is saved instead.
        const closed = error instanceof DOMException && error.name === 'AbortError'
        if (!closed) saveFile(blob, FILE_NAME)
      })
    } catch {
      toast({ text: NOT_YET, tone: 'error' })
    }
    setPending(false)
  }

  const press = (event: MouseEvent) => {
    if (!shares) return
    event.preventDefault()
    if (!pending) void share()
  }
  return (
    <Button
      variant="primary"
      href={picture}
      download={FILE_NAME}
      loading={pending}
      onClick={press}
      block
    >
      {shares ? 'Поделиться картинкой' : 'Скачать картинку'}
    </Button>
  )
}

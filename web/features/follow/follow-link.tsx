import { useState } from 'react'
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, useLoaderData, useParams } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Followed } from '#domain/follows.ts'
import { inTown, shortTown } from '#domain/town-case.ts'
import { CallFailed, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call, callFrom } from '#web/lib/calls/call.ts'
import { storeFollowing } from '#web/lib/device/device-memory.ts'
import { AuthFrame } from '#web/parts/frame/auth-frame.tsx'
import { NeedsScripts } from '#web/parts/needs-scripts.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import { zoneHere } from './follow-form.tsx'

type Found = AnswerOf<typeof api.follows.ofLink>

/** `found` is null when the link is invalid or the request failed; `error` says why. */
type Answer = { found: Found | null; done: 'confirmed' | 'ended' | null; error: string | null }

/** The URL holds the token of an e-mail: the page must not be cached, nor the URL sent to other sites. */
const PRIVATE = { 'Cache-Control': 'no-store', 'referrer-policy': 'same-origin' }

export const headers: HeadersFunction = () => PRIVATE

const titleOf = (end: boolean) => (end ? 'Отписаться' : 'Подписаться')

export const meta: MetaFunction = ({ params }) => [
  { title: `${titleOf(params['end'] === 'end')} — Бис` },
  { name: 'robots', content: 'noindex' },
]

function refused(failure: unknown) {
  if (!(failure instanceof CallFailed)) throw failure
  const answer: Answer = { found: null, done: null, error: sentenceOf(failure) }
  return data(answer, { status: failure.status, headers: PRIVATE })
}

/** Opening the link changes nothing: mail servers' programs open links too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const query = { token: params['token'] ?? '' }
    const found = await callFrom(context)(api.follows.ofLink, { query })
    return data<Answer>({ found, done: null, error: null }, { headers: PRIVATE })
  } catch (failure) {
    return refused(failure)
  }
}

function headingOf({ found, done }: Answer, end: boolean): string {
  if (done === 'ended') return 'Больше не пишем'
  if (found === null) return 'Не получилось открыть'
  if (end) return 'Больше не писать?'
  return done === 'confirmed' || found.confirmed ? 'Вы подписаны' : 'Подписаться?'
}

function followedOf({ artist, session, song, town }: Found): Followed {
  if (session !== null) return { sessionId: session.id }
  if (song !== null) return { songId: song.songId, town: shortTown(song.town) }
  return town === null ? { artistUsername: artist?.username ?? '' } : { town: shortTown(town) }
}

function nameOf({ artist, session, song, town }: Found): string {
  if (session !== null) return `Напоминание о концерте «${session.title}»`
  if (song !== null) return `«${song.title}» ${inTown(shortTown(song.town))}`
  return town === null
    ? artist?.name || (artist?.username ?? '')
    : `Концерты ${inTown(shortTown(town))}`
}

/** The page behind the links of e-mails: confirms an address, or ends the follow. */
export default function FollowLink() {
  const { token = '', end: word } = useParams()
  const end = word === 'end'
  const [view, setView] = useState(useLoaderData<Answer>())
  const [busy, setBusy] = useState(false)
  const { found, done } = view

  async function press() {
    setBusy(true)
    try {
      if (end) await call(api.follows.endByLink, { body: { token } })
      const now = end
        ? found
        : await call(api.follows.confirm, { body: { token, timeZone: zoneHere() } })
      if (now !== null) storeFollowing(followedOf(now), !end)
      setView({ found: now, done: end ? 'ended' : 'confirmed', error: null })
    } catch (failure) {
      setView({ ...view, error: sentenceOf(failure) })
    }
    setBusy(false)
  }

  const following = done === 'confirmed' || found?.confirmed === true
  return (
    <AuthFrame
      title={titleOf(end)}
      back={
        <IconButton label="На главную" href="/">
          <ArrowLeft />
        </IconButton>
      }
      heading={headingOf(view, end)}
      headingId="follow-heading"
      errorText={view.error}
    >
      {found !== null && (
        <div className="stack">
          <p className="d-xs">{nameOf(found)}</p>
          {done === 'ended' ? (
            <p>Адрес стёрт, если других подписок у вас нет.</p>
          ) : (
            (end || !following) && (
              <>
                <NeedsScripts />
                <Button
                  variant="primary"
                  block
                  loading={busy}
                  className="only-scripted"
                  onClick={() => void press()}
                >
                  {end ? 'Больше не писать' : 'Подтвердить'}
                </Button>
              </>
            )
          )}
          {!end && following && (
            <p>Напишем о новостях. В каждом письме есть ссылка, по которой можно отказаться.</p>
          )}
          {found.artist !== null && done !== 'ended' && found.session !== null ? (
            <Button href={`/user/${found.artist.username}/${found.session.id}`} block>
              К концерту
            </Button>
          ) : (
            found.artist !== null && (
              <Button href={`/user/${found.artist.username}`} block>
                На страницу музыканта
              </Button>
            )
          )}
          {!end && following && (
            <Button variant="text" block href={`/follow/${token}/end`}>
              Отписаться
            </Button>
          )}
        </div>
      )}
    </AuthFrame>
  )
}

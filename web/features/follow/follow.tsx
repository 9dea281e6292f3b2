import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Followed } from '#domain/follows.ts'
import { inTown } from '#domain/town-case.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { callFrom } from '#web/lib/call.ts'
import { postedText } from '#web/lib/server-api.ts'
import { SiteFooter } from '#web/parts/site-footer.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { FollowForm, promiseOf } from './follow-form.tsx'
import type { FollowAnswer } from './follow-form.tsx'
import css from './follow.module.css'

type View = { followed: Followed; name: string }

/** The subject that the URL names; null when there is no such artist or song. */
async function viewOf(call: Caller, request: Request): Promise<View | null> {
  const { searchParams } = new URL(request.url)
  const artistUsername = searchParams.get('artistUsername')
  const [songId, town] = [searchParams.get('songId'), searchParams.get('town')]
  try {
    if (artistUsername !== null) {
      const { artistInfoDTO: artist } = await call(api.page.getInfo, { query: { artistUsername } })
      return { followed: { artistUsername }, name: artist.name || artist.username }
    }
    if (songId === null || town === null) return null
    const [song] = await call(api.songs.byIds, { body: { songIds: [songId] } })
    if (song === undefined) return null
    const name = `«${song.title}» ${inTown(town.split(',')[0] ?? '')}`
    return { followed: { songId, town }, name }
  } catch (failure) {
    if (failure instanceof CallFailed && [400, 404].includes(failure.status)) return null
    throw failure
  }
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<View> {
  const view = await viewOf(callFrom(context), request)
  if (view === null) throw data(null, { status: 404 })
  return view
}

/** Handles the form that was sent without scripts. */
export async function action({ request, context }: ActionFunctionArgs) {
  const call = callFrom(context)
  const view = await viewOf(call, request)
  if (view === null) throw data(null, { status: 404 })
  const form = await request.formData()
  const email = postedText(form, 'email')
  try {
    await call(api.follows.byEmail, {
      body: { ...view.followed, email, consent: form.has('consent') },
    })
    return data<FollowAnswer>({ sent: true, fields: {}, email })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const { fields, message, status } = failure
    const ofFields = Object.keys(fields).length > 0
    const answer = { sent: false, fields, message: ofFields ? undefined : message, email }
    return data<FollowAnswer>(answer, { status })
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData === undefined ? 'Бис' : `Следить: ${loaderData.name} — Бис` },
  { name: 'robots', content: 'noindex' },
]

/** The same as the sheet, for a browser without scripts. */
export default function Follow() {
  const { followed, name } = useLoaderData<typeof loader>()
  const answer = useActionData<FollowAnswer>()
  return (
    <>
      <SiteHeader />
      <main id="main" className={`wrap ${css.page}`}>
        <h1 className="d-m">{name}</h1>
        <p className="t-l muted">{promiseOf(followed)}</p>
        <FollowForm followed={followed} answer={answer} />
      </main>
      <SiteFooter />
    </>
  )
}

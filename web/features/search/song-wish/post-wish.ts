import { redirect } from 'react-router'
import { postedText } from '#web/lib/posted-text.ts'
import { readWished, wishedCookie, withSong } from './wished-songs.ts'

/** A song added or taken out by the form itself, where no scripts run; leads back to the page. */
export async function postWish(request: Request, secure: boolean): Promise<Response> {
  const form = await request.formData()
  const songId = postedText(form, 'songId').toLowerCase()
  const known = readWished(request.headers.get('cookie'))
  const adding = postedText(form, 'wish') === 'add'
  const ids = adding ? withSong(known, songId) : known.filter((id) => id !== songId)
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('full')
  if (ids === null) searchParams.set('full', '')
  else if (adding) searchParams.delete('q')
  const search = searchParams.size === 0 ? '' : `?${searchParams.toString()}`
  return redirect(`${pathname}${search}`, {
    status: 303,
    ...(ids !== null && { headers: { 'Set-Cookie': wishedCookie(ids, secure) } }),
  })
}

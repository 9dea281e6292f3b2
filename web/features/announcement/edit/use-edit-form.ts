import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { checkAdvanced } from '#domain/concerts/announcement.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { changedFields, same } from '#web/lib/changed-fields.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { ownConcert } from '#web/parts/frame/artist-page.tsx'

export type OwnConcert = {
  session: Session
  /** The first songs of the queue, whether listeners see them or not. */
  songs: readonly QueueEntry[]
  /** How many concerts of its series come after it and have not begun. */
  following: number
}

export const PREVIEW_SONGS = 3

export async function loadConcert(
  artist: SignedIn,
  { params }: ClientLoaderFunctionArgs,
): Promise<OwnConcert> {
  const session = await ownConcert(artist, params['sessionId'])
  const [songs, following] = await Promise.all([firstSongs(session.id), followingOf(session)])
  return { session, songs, following }
}

export async function firstSongs(sessionId: string): Promise<readonly QueueEntry[]> {
  const queue = await call(api.artist.queue, { query: { sessionId } })
  return queue.slice(0, PREVIEW_SONGS)
}

async function followingOf({ id, series }: Session): Promise<number> {
  if (series === undefined) return 0
  const { withFollowing } = await call(api.session.report, { query: { sessionId: id } })
  return withFollowing?.following ?? 0
}

type Advanced = Session['advancedSession']

/** The editable part of an announced concert. Calls `onSaved` once the server has saved it. */
export function useEditForm(session: Session, onSaved: () => void) {
  const [saved, setSaved] = useState<Advanced>(session.advancedSession)
  const [following, setFollowing] = useState(false)
  const [form, setForm] = useState<Advanced>(saved)
  const saving = useForm({ toast: true })

  return {
    ...saving,
    form,
    changed: !same(form, saved),
    following,
    setFollowing,

    change(part: Partial<Advanced>) {
      setForm((before) => ({ ...before, ...part }))
      saving.correct(Object.keys(part))
    },

    async send() {
      if (saving.refuse(fieldErrors(() => checkAdvanced(form)))) return
      await saving.save(async () => {
        const advancedSessionDTO = {
          ...changedFields(form, saved, form),
          privacy: changedFields(form.privacy, saved.privacy, form.privacy),
        }
        const body = { sessionId: session.id, advancedSessionDTO, following }
        const { advancedSession } = await call(api.session.update, { body })
        setSaved(advancedSession)
        // Values typed while the request was pending stay as unsaved changes.
        setForm((now) => (same(now, form) ? advancedSession : now))
        onSaved()
      })
    },
  }
}

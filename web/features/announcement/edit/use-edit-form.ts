import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { checkAdvanced } from '#domain/concerts/announcement.ts'
import { CallFailed, fieldErrors, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { ownConcert } from '#web/parts/frame/artist-page.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'

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
type Errors = Readonly<Record<string, string>>

const same = (one: Advanced, other: Advanced) => JSON.stringify(one) === JSON.stringify(other)

/** The editable part of an announced concert. Calls `onSaved` once the server has saved it. */
export function useEditForm(session: Session, onSaved: () => void) {
  const [saved, setSaved] = useState<Advanced>(session.advancedSession)
  const [following, setFollowing] = useState(false)
  const [form, setForm] = useState<Advanced>(saved)
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState<Errors>({})
  const [saving, setSaving] = useState(false)
  const toast = useToast()

  function change(part: Partial<Advanced>) {
    setForm((before) => ({ ...before, ...part }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))),
    )
  }

  function refuse(wrong: Errors) {
    setErrors(wrong)
    setRefused(wrong)
  }

  async function save() {
    if (saving) return
    const wrong = fieldErrors(() => checkAdvanced(form))
    refuse(wrong)
    if (Object.keys(wrong).length > 0) return
    setSaving(true)
    try {
      const body = { sessionId: session.id, advancedSessionDTO: form, following }
      const { advancedSession } = await call(api.session.update, { body })
      setSaved(advancedSession)
      // Values typed while the request was pending stay as unsaved changes.
      setForm((now) => (same(now, form) ? advancedSession : now))
      onSaved()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      refuse(error.fields)
      toast({ text: sentenceOf(error), tone: 'error' })
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    errors,
    /** The errors of the last save, including fields that are being corrected. */
    refused,
    saving,
    changed: !same(form, saved),
    following,
    setFollowing,
    change,
    save,
  }
}

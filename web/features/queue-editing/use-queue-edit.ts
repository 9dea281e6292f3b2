import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { Draft, DraftSong, Returned } from './draft.ts'
import { afterSaving, beginDraft, isChanged, newcomers, noticed, returnedBy } from './draft.ts'
import type { QueueNow } from './use-queue-now.ts'

const nameOf = (sessionId: string) => `queue-draft:${sessionId}`

/** Survives a reload of the page, and a detour to the login, in this tab. Null deletes it. */
function storeDraft(sessionId: string, draft: Draft | null): void {
  writeStored(nameOf(sessionId), draft === null ? null : JSON.stringify(draft), 'sessionStorage')
}

/** Null where none is stored, or where it cannot be parsed. */
function readStoredDraft(sessionId: string): Draft | null {
  const text = readStored(nameOf(sessionId), 'sessionStorage')
  return text === null ? null : readDraft(text)
}

/** An older version of the page may have stored another format. */
export function readDraft(text: string): Draft | null {
  try {
    const value: unknown = JSON.parse(text)
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

function isDraft(value: unknown): value is Draft {
  if (!isRecord(value)) return false
  const { begun, known, songs } = value
  return isTexts(begun) && isTexts(known) && Array.isArray(songs) && songs.every(isSong)
}

function isSong(value: unknown): value is DraftSong {
  if (!isRecord(value)) return false
  return isTexts([value['songId'], value['title'], value['artistName'], value['imageUrl']])
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The edit of a concert's list of orders, from its button to «Сохранить». Null draft: the queue is only viewed. */
export function useQueueEdit(sessionId: string, now: QueueNow) {
  const [draft, setDraft] = useState(() => readStoredDraft(sessionId))
  const { saving, failed, correct, save } = useSaving()
  const [asking, setAsking] = useState<Returned | null>(null)
  const toast = useToast()
  const { queue, replaceOrders } = now

  // A song of the list that was ordered meanwhile is marked as known, even if it no longer waits at the end.
  const current = draft === null ? null : noticed(draft, queue)
  if (current !== draft) setDraft(current)

  useEffect(() => storeDraft(sessionId, current), [sessionId, current])
  // Leaving the page was confirmed; a reload is not leaving.
  useEffect(() => () => storeDraft(sessionId, null), [sessionId])

  function end() {
    setDraft(null)
    correct()
    setAsking(null)
  }

  async function send(given: Draft, agreed: Returned | null) {
    const fresh = await call(api.artist.queue, { query: { sessionId } })
    const returned = returnedBy(given, fresh)
    // The refund may have grown while the question was open: then ask again.
    if (returned.orders > 0 && !isSame(returned, agreed)) return setAsking(returned)
    const body = {
      sessionId,
      idList: given.songs.map(({ songId }) => songId),
      knownIds: [...given.known],
    }
    const came = newcomers(given, fresh)
    replaceOrders(await call(api.artist.updateSessionSongList, { body }))
    setDraft((before) => before && afterSaving(before, given))
    setAsking(null)
    const names = came.map(({ title }) => `«${title}»`).join(', ')
    toast(names === '' ? 'Очередь сохранена' : `Очередь сохранена. В конце новые заказы: ${names}`)
  }

  const saveDraft = (agreed: Returned | null) =>
    save(
      async () => {
        if (current !== null) await send(current, agreed)
      },
      () => setAsking(null),
    )

  return {
    draft: current,
    changed: current !== null && isChanged(current),
    saving,
    /** Why the list could not be saved, in words. */
    failed,
    /** The refund to confirm, while the question is open. */
    asking,
    begin: () => setDraft(beginDraft(queue)),
    change: (step: (draft: Draft) => Draft) => {
      correct()
      setDraft((before) => (before === null ? null : step(before)))
    },
    cancel: end,
    save: () => saveDraft(null),
    saveAndReturn: () => saveDraft(asking),
    keepEditing: () => setAsking(null),
  }
}

export type QueueEdit = ReturnType<typeof useQueueEdit>

function isSame(returned: Returned, agreed: Returned | null): boolean {
  return returned.orders === agreed?.orders && returned.amount === agreed.amount
}

import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { runningAction } from '#domain/concerts/running-action.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { SHUT_AGAIN_MS, usePoll, useReloads } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { startedHref, tabHref, tabOf } from './artist-tab.ts'
import type { ArtistView } from '../artist-view.ts'
import { expireArtistCache } from '../artist-cache.ts'

/**
 * Detects that the watched concert started, ended or was corrected, and updates the page without moving the reader: the
 * open tab stays, and the order tab shows the end.
 */
export function useConcertTurns(
  view: ArtistView,
  live: LiveConcert,
  search: URLSearchParams,
): void {
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  const busy = useNavigation().state !== 'idle' || state !== 'idle'
  const toast = useToast()
  const known = view.current === null ? 'SCHEDULED' : 'NOW'
  const status = live.session?.sessionStatus

  const stay = (href: string) => navigate(href, { replace: true, preventScrollReset: true })
  const tab = tabOf(search, view.current !== null)

  function started() {
    if (tab !== 'order') {
      toast({
        text: 'Концерт начался',
        action: {
          label: runningAction(view.next?.open ?? true),
          onPress: () => void navigate(startedHref('order', search)),
        },
      })
    }
    // Without `tab` in the URL the page would switch to the order tab.
    void stay(startedHref(tab, search))
  }

  function ended() {
    if (tab === 'order' && view.current !== null)
      void stay(tabHref('order', { over: view.current.id }))
    else void revalidate()
  }

  // The concert was locked with a code word or deleted, while the page still shows its queue.
  const shut = live.missing && !view.current?.locked
  const { receivedAt } = live
  const corrections = (view.current?.sessionRules ?? view.next)?.corrections ?? 0
  const corrected = live.session !== null && (live.session.corrections ?? 0) !== corrections
  const turned = status !== undefined && status !== known
  const told = receivedAt !== null && (corrected || turned)
  // Every message of the channel is a retry: the server may not have been reachable at the change itself.
  const news = shut || told ? `${status} ${shut} ${receivedAt}` : null
  usePoll(shut && !busy, SHUT_AGAIN_MS, () => {
    expireArtistCache()
    void revalidate()
  })
  useReloads(news, busy, () => {
    expireArtistCache()
    if (!turned) void revalidate()
    else if (status === 'NOW') started()
    else ended()
  })
}

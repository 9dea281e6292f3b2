import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { api } from '#contract/index.ts'
import { orWhenUnavailable, sentenceOf, wasAborted } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { PillLink } from '#web/ui/buttons/pill.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { Orders } from './use-orders.ts'
import lists from './song-lists.module.css'
import type { Choice } from './load.ts'
import { limited } from './rule-line.tsx'
import { ListMark } from './list-mark.tsx'
import { noteOf } from './sheets/order-sheet.ts'

type ChoosingProps = {
  orders: Orders
  /** Null until it is loaded. */
  choice: Choice | null
  onChoice: (choice: Choice) => void
}

/** The repertoire to choose from without typing: the most requested songs first, or by a tag, page by page. */
export function Choosing({ orders, choice, onChoice }: ChoosingProps) {
  const { concert, live, rules, hrefOf, sheet, ordering } = orders
  const full = rules.paidFrom === null && limited(orders)
  const { artistUsername, sessionId } = concert
  const [asking, setAsking] = useState<string | null>(null)
  const toast = useToast()
  const newest = useRef<AbortController>(null)

  /** Aborts the former request: its songs would replace those of a later press. */
  const ask = async (tag: string, page: number) => {
    newest.current?.abort()
    newest.current = new AbortController()
    const { signal } = newest.current
    const query = { artistUsername, sessionId, page, ...(tag !== '' && { tag }) }
    const offer = await call(api.songs.offered, { query }, { signal })
    const before = page > 1 && choice?.tag === tag && choice.to === page - 1 ? choice : null
    const known = new Set(before?.songs.map(({ songId }) => songId))
    onChoice({
      ...offer,
      // Songs ordered meanwhile have shifted the others by a place.
      songs: [...(before?.songs ?? []), ...offer.songs.filter(({ songId }) => !known.has(songId))],
      tag,
      from: before?.from ?? page,
      to: page,
    })
  }
  const askFirst = useEffectEvent(() => {
    // Without it the search still finds every song.
    if (choice === null) void orWhenUnavailable(ask('', 1), undefined)
  })
  const lost = live.connection === 'lost'
  useEffect(() => {
    if (!lost) askFirst()
  }, [lost])

  if (choice === null || (choice.songs.length === 0 && choice.tags.length === 0 && choice.to === 1))
    return null
  const { tags, tag: chosen, from, to, pages } = choice
  const address = (tag: string, page = 1) => {
    const more = page > 1 ? { page: String(page) } : {}
    return {
      href: `${hrefOf({ choose: true, tag, ...more })}#choose`,
      onClick: (event: MouseEvent) => {
        event.preventDefault()
        const key = `${tag} ${page}`
        if (asking === key) return
        setAsking(key)
        ask(tag, page)
          .catch((failure: unknown) => {
            if (!wasAborted(failure)) toast(sentenceOf(failure))
          })
          .finally(() => setAsking((now) => (now === key ? null : now)))
      },
    }
  }
  const waits = new Set(live.queue.map(({ songId }) => songId))
  const songs = choice.songs.filter(({ songId }) => !waits.has(songId))
  return (
    <div className={classes('wrap', lists.choosing)} aria-busy={asking !== null}>
      <Section title="Репертуар музыканта" id="choose">
        {tags.length > 0 && (
          <nav aria-label="Какие песни" className={lists.tags}>
            <PillLink current={chosen === ''} {...address('')}>
              Чаще просят
            </PillLink>
            {tags.map((tag) => (
              <PillLink key={tag} current={chosen === tag} {...address(tag)}>
                {tag}
              </PillLink>
            ))}
          </nav>
        )}
        {songs.length === 0 && <p className="muted">Других песен здесь сейчас нет</p>}
        <ul>
          {songs.map((song) => (
            <SongRow
              key={song.songId}
              song={song}
              href={hrefOf({ song: song.songId })}
              onPress={() =>
                full ? ordering.refuseMore() : void sheet.open({ song: song.songId })
              }
              note={noteOf(song, live.queue)}
              mark={<ListMark song={song} paidFrom={rules.paidFrom} dim={full} />}
            />
          ))}
        </ul>
        {from > 1 && (
          <Button block {...address(chosen, from - 1)}>
            Предыдущие песни
          </Button>
        )}
        {to < pages && (
          <Button block loading={asking === `${chosen} ${to + 1}`} {...address(chosen, to + 1)}>
            Показать ещё
          </Button>
        )}
      </Section>
    </div>
  )
}

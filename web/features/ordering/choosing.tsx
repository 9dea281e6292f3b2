import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { api } from '#contract/index.ts'
import { countedSongs } from '#domain/russian.ts'
import { orElse, sentenceOf, wasAborted } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { readPass } from '#web/lib/device/device-memory.ts'
import { Announcer } from '#web/parts/announcer.tsx'
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
  /** The listener has pressed for it and waits; false: in vain; null: has not pressed. */
  pressed: boolean | null
  onFailed: () => void
}

const HELD_MS = 100

/** Resolves once no finger is down: the page must not move under a press. */
async function released(): Promise<void> {
  while (document.querySelector(':active') !== null)
    await new Promise((resolve) => setTimeout(resolve, HELD_MS))
}

/** The repertoire to choose from without typing: the most requested songs first, or by a tag, page by page. */
export function Choosing({ orders, choice, onChoice, pressed, onFailed }: ChoosingProps) {
  const { concert, live, rules, hrefOf, sheet, ordering } = orders
  const full = rules.paidFrom === null && limited(orders)
  const { artistUsername, sessionId } = concert
  const [asking, setAsking] = useState<string | null>(null)
  const toast = useToast()
  const newest = useRef<AbortController>(null)
  const asks = useRef(false)
  const [failed, setFailed] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const focusFrom = useRef<number>(null)

  /** Aborts the former request: its songs would replace those of a later press. */
  const ask = async (tag: string, page: number) => {
    newest.current?.abort()
    newest.current = new AbortController()
    const { signal } = newest.current
    const pass = readPass(sessionId) ?? concert.pass
    const query = {
      artistUsername,
      sessionId,
      page,
      ...(pass && { pass }),
      ...(tag !== '' && { tag }),
    }
    const offer = await call(api.songs.offered, { query }, { signal })
    if (choice === null) await released()
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
    if (choice !== null) return
    asks.current = true
    void orElse(ask('', 1), (failure) => {
      // A newer request answers in its place.
      if (wasAborted(failure)) return
      asks.current = false
      setFailed(sentenceOf(failure))
      onFailed()
    })
  })
  const lost = live.connection === 'lost'
  useEffect(() => {
    if (!lost) askFirst()
  }, [lost])
  useEffect(() => {
    // Also without the channel: who waits is told that it failed.
    if (pressed && !asks.current) askFirst()
  }, [pressed])
  useEffect(() => {
    const back = () => askFirst()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [])

  useEffect(() => {
    const at = focusFrom.current
    if (asking !== null) return
    focusFrom.current = null
    if (at !== null) list.current?.children[at]?.querySelector('a')?.focus({ preventScroll: true })
  }, [asking])

  if (choice === null)
    return (
      pressed === false && (
        <div className={classes('wrap', lists.choosing)}>
          <output>{`Репертуар не загрузился. ${failed}`}</output>
        </div>
      )
    )
  // Nothing to choose from: the page's end keeps the room of the button.
  if (choice.songs.length === 0 && choice.tags.length === 0 && choice.to === 1)
    return <div className={lists.nothing} />
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
        focusFrom.current = page > 1 ? (page > to ? songs.length : 0) : null
        ask(tag, page)
          .catch((failure: unknown) => {
            if (wasAborted(failure)) return
            focusFrom.current = null
            toast(sentenceOf(failure))
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
        <Announcer
          words={`${chosen === '' ? 'Чаще просят' : chosen}: ${countedSongs(choice.songs.length)}`}
        />
        {songs.length === 0 && <p className="muted">Других песен здесь сейчас нет</p>}
        <ul ref={list}>
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

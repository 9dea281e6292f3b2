import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import type { Offer } from '#contract/songs.ts'
import { orElse, sentenceOf, wasAborted } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { classes } from '#web/ui/classes.ts'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import type { TabletWish } from './tablet-orders.ts'
import css from './tablet.module.css'

export type GuestSong = Pick<TabletWish, 'songId' | 'title' | 'artistName' | 'imageUrl'>

type SongChoiceProps = {
  artistUsername: string
  sessionId: string
  /** Of a closed evening. */
  pass: string | undefined
  /** The songs that wait or play: they are not offered again. */
  waits: ReadonlySet<string>
  /** A guest may ask for a song that is in no list. */
  suggestions: boolean
  /** Songs are looked through only: orders are paid from a phone. */
  paid: boolean
  /** As the guest before was offered. */
  first: Offer | null
  onFirst: (offer: Offer) => void
  chosen: GuestSong | null
  onChoose: (song: GuestSong) => void
}

/** The search, the tags, and the songs to choose one from. */
export function SongChoice(props: SongChoiceProps) {
  const { artistUsername, sessionId, pass, waits, suggestions, paid, first, onFirst } = props
  const { chosen, onChoose } = props
  const [tag, setTag] = useState('')
  const [page, setPage] = useState(1)
  const [offer, setOffer] = useState<Offer | null>(first)
  const [asking, setAsking] = useState(true)
  const [failed, setFailed] = useState<string | null>(null)
  const newest = useRef<AbortController>(null)
  const atConcert = { sessionId, ...(pass && { pass }) }
  const search = useSearch<readonly Song[]>((input, signal) =>
    call(
      api.songs.findSong,
      { query: { input, username: artistUsername, ...atConcert } },
      { signal },
    ),
  )

  /** Aborts the former request: its songs would replace those of a later press. */
  const load = (ofTag: string, ofPage: number) => {
    newest.current?.abort()
    const left = new AbortController()
    newest.current = left
    const query = {
      artistUsername,
      ...atConcert,
      page: ofPage,
      ...(ofTag !== '' && { tag: ofTag }),
    }
    const asked = call(api.songs.offered, { query }, { signal: left.signal }).then((fresh) => {
      const before = ofPage > 1 ? (offer?.songs ?? []) : []
      const known = new Set(before.map(({ songId }) => songId))
      const songs = [...before, ...fresh.songs.filter(({ songId }) => !known.has(songId))]
      setOffer({ ...fresh, songs })
      setPage(ofPage)
      setFailed(null)
      if (ofTag === '' && ofPage === 1) onFirst(fresh)
    })
    void orElse(asked, (failure) => {
      // The songs that are there can still be chosen.
      if (!wasAborted(failure) && (ofPage > 1 || ofTag !== '' || offer === null))
        setFailed(sentenceOf(failure))
    }).finally(() => {
      if (newest.current === left) setAsking(false)
    })
  }
  const ask = (ofTag: string, ofPage: number) => {
    setTag(ofTag)
    setAsking(true)
    load(ofTag, ofPage)
  }
  const askFirst = useEffectEvent(() => load('', 1))
  useEffect(() => {
    askFirst()
    return () => newest.current?.abort()
  }, [])

  const askAgain = useEffectEvent(() => ask(tag, page))
  useEffect(() => {
    if (failed === null) return undefined
    const ended = new AbortController()
    addEventListener('online', () => askAgain(), { signal: ended.signal })
    return () => ended.abort()
  }, [failed])

  const typed = search.text.trim()
  const songs =
    typed === '' ? (offer?.songs ?? []).filter(({ songId }) => !waits.has(songId)) : search.found
  const own = { songId: null, title: typed, artistName: '', imageUrl: '' }
  const error = typed === '' ? failed : search.failed
  return (
    <>
      <SearchBox
        label="Найти песню"
        placeholder="Какую песню спеть?"
        value={search.text}
        onValue={search.setText}
        className={css.search}
      />
      <fieldset aria-label="Какие песни" className={css.tags}>
        <Pill text pressed={tag === '' && typed === ''} onClick={() => choose('')}>
          Чаще просят
        </Pill>
        {offer?.tags.map((one) => (
          <Pill key={one} text pressed={tag === one && typed === ''} onClick={() => choose(one)}>
            {one}
          </Pill>
        ))}
      </fieldset>
      <div className={css.list} aria-busy={asking || search.pending}>
        {error !== null && (
          <div role="alert" className={css.failed}>
            <p className="t-l">{error}</p>
            <Button
              variant="invert"
              onClick={() => (typed === '' ? ask(tag, page) : search.again())}
            >
              Попробовать ещё раз
            </Button>
          </div>
        )}
        {error === null && songs === null && <LoadingWords text="Ищем…" />}
        {error === null && songs?.length === 0 && (
          <output className="t-l muted">{nothingText(typed, asking, suggestions)}</output>
        )}
        <div role="radiogroup" aria-label="Песни">
          {songs?.map((song) => (
            <Choice
              key={song.songId}
              title={song.title}
              note={[song.artistName, song.learning ? 'учу' : (song.heard ?? '')]}
              off={song.learning === true || song.heard !== undefined}
              look={paid}
              checked={chosen?.songId === song.songId}
              onChoose={() => onChoose(song)}
            />
          ))}
          {typed !== '' && search.found !== null && suggestions && !paid && (
            <Choice
              title={typed}
              note={['предложить свою песню']}
              checked={chosen !== null && chosen.songId === null && chosen.title === typed}
              onChoose={() => onChoose(own)}
            />
          )}
        </div>
        {typed === '' && offer !== null && page < offer.pages && (
          <Button block loading={asking} onClick={() => ask(tag, page + 1)}>
            Показать ещё
          </Button>
        )}
      </div>
    </>
  )

  function choose(next: string) {
    search.put('')
    ask(next, 1)
  }
}

function nothingText(typed: string, asking: boolean, suggestions: boolean): string {
  if (typed === '') return asking ? 'Ищем…' : 'Других песен здесь сейчас нет'
  return suggestions
    ? 'Такой песни у нас нет. Предложите её музыканту.'
    : 'Такой песни сегодня нет в списке.'
}

type ChoiceProps = {
  title: string
  /** Beside each other; empty ones are left out. */
  note: readonly string[]
  /** It cannot be ordered now. */
  off?: boolean
  /** It is only looked at. */
  look?: boolean
  checked: boolean
  onChoose: () => void
}

function Choice({ title, note, off = false, look = false, checked, onChoose }: ChoiceProps) {
  const words = (
    <span>
      <span className={css.title}>{title}</span>
      <small>{note.filter((part) => part !== '').join(' · ')}</small>
    </span>
  )
  if (look) return <p className={classes(css.song, css.look)}>{words}</p>
  return (
    <label className={classes(css.song, checked && css.chosen, off && css.off)}>
      {words}
      <input
        type="radio"
        name="song"
        className={css.pick}
        checked={checked}
        disabled={off}
        onChange={onChoose}
      />
    </label>
  )
}

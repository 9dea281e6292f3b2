import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Offer, PlaceAhead } from '#contract/songs.ts'
import { aheadWords } from '#domain/queue/tablet.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { ConcertRules } from '#web/features/ordering/index.ts'
import { limitText } from '#web/features/ordering/index.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import type { GuestSong } from './song-choice.tsx'
import { SongChoice } from './song-choice.tsx'
import css from './tablet.module.css'
import type { OrderEnd, TabletWish } from './tablet-orders.ts'
import type { GuestWords } from './words-sheet.tsx'
import { WordsSheet } from './words-sheet.tsx'

/** The order that this guest has just sent; `end` null until it is answered. */
export type Sent = { key: string; title: string; of: string | null; end: OrderEnd | null }

type GuestScreenProps = {
  username: string
  sessionId: string
  /** Of a closed evening. */
  pass: string | undefined
  token: string
  rules: ConcertRules
  live: LiveConcert
  /** Orders are accepted. */
  open: boolean
  /** Orders wait for the network. */
  failing: boolean
  first: Offer | null
  onFirst: (offer: Offer) => void
  sent: Sent | null
  onOrder: (wish: TabletWish) => void
  /** This guest has finished. */
  onDone: () => void
}

/** All that one guest does: choosing, his words, and what became of his order. */
export function GuestScreen(props: GuestScreenProps) {
  const { username, sessionId, pass, token, rules, live, open, failing, first, onFirst } = props
  const { sent, onOrder, onDone } = props
  const [chosen, setChosen] = useState<GuestSong | null>(null)
  const [words, setWords] = useState<GuestWords>({})
  const [writing, setWriting] = useState(false)
  const paid = rules.paidFrom !== null
  const ahead = useAhead({ token, chosen, change: live.queue })
  const isSending = sent !== null && sent.end === null

  if (sent !== null && sent.end !== null && sent.end.refused === undefined)
    return <Done title={sent.title} place={sent.end.place} onDone={onDone} />
  if (isSending && failing) return <Done title={sent.title} waits onDone={onDone} />
  if (!open)
    return (
      <div className={css.closed}>
        <p className={css.doneTitle}>Заказы сейчас не принимают</p>
        <p className="t-l muted">Когда их откроют, экран покажет песни сам.</p>
      </div>
    )
  const { asks } = rules
  const isWritten = Object.keys(words).length > 0
  const refused =
    sent?.end?.refused !== undefined && chosen !== null && sent.of === chosen.songId
      ? sent.end.refused
      : null
  return (
    <>
      <SongChoice
        artistUsername={username}
        sessionId={sessionId}
        waits={new Set(live.queue.map(({ songId }) => songId))}
        suggestions={rules.suggestions}
        {...{ pass, paid, first, onFirst, chosen }}
        onChoose={setChosen}
      />
      {!paid && (
        <div className={css.foot}>
          <div className={css.said}>
            <p role={refused === null ? undefined : 'alert'}>
              <b>{chosen === null ? 'Выберите песню' : chosen.title}</b>
              <br />
              {refused ?? footWords(chosen, ahead)}
            </p>
            {(asks.words !== 'off' || asks.singing) && (
              <Button
                size="s"
                variant="text"
                className={css.write}
                onClick={() => setWriting(true)}
              >
                {isWritten ? 'Слова добавлены' : 'Добавить слова'}
              </Button>
            )}
          </div>
          <Button
            variant="primary"
            size="next"
            className={css.order}
            disabled={chosen === null}
            loading={isSending}
            onClick={() => chosen !== null && onOrder({ ...wishOf(chosen), ...words })}
          >
            Заказать
          </Button>
        </div>
      )}
      <WordsSheet
        open={writing}
        asks={asks}
        onClose={() => setWriting(false)}
        onWords={(typed) => {
          setWords(typed)
          setWriting(false)
        }}
      />
    </>
  )
}

const wishOf = ({ songId, title, artistName, imageUrl }: GuestSong): TabletWish => ({
  songId,
  title,
  artistName,
  imageUrl,
})

/** «перед вами 3 песни, бесплатно»; with the limit of the table once it is reached. */
function footWords(chosen: GuestSong | null, ahead: PlaceAhead | null): string {
  const limit = ahead === null ? null : limitText(ahead.left)
  if (limit !== null) return limit
  if (chosen === null || ahead === null) return 'бесплатно'
  return `${aheadWords(ahead.place, ahead.waits === true)}, бесплатно`
}

type AheadOptions = {
  token: string
  chosen: GuestSong | null
  /** Another value with each change of the queue. */
  change: unknown
}

/** `at`: the queue that it was told for. */
type Told = { of: string | undefined; at: unknown; ahead: PlaceAhead }

/** The place that the chosen song would get; null while it is unknown. */
function useAhead({ token, chosen, change }: AheadOptions): PlaceAhead | null {
  const songId = chosen?.songId ?? undefined
  const [told, setTold] = useState<Told | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const body = { token, ...(songId !== undefined && { songId }) }
    void orWhenUnavailable(
      call(api.tablets.placeAhead, { body }, { signal: left.signal }).then((ahead) =>
        setTold({ of: songId, at: change, ahead }),
      ),
      undefined,
    )
    return () => left.abort()
  }, [token, songId, change])
  return told !== null && told.of === songId ? told.ahead : null
}

/** How long a finished order stays before the next guest (ms). */
const DONE_MS = 10 * SECOND_MS

type DoneProps = {
  title: string
  place?: number | null
  /** It waits for the network. */
  waits?: boolean
  onDone: () => void
}

function Done({ title, place = null, waits = false, onDone }: DoneProps) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => done(), DONE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={css.closed}>
      <span className={css.doneTitle}>{waits ? 'Заказ сохранён' : 'Песня заказана'}</span>
      <span className={css.doneSong}>{title}</span>
      {waits && <span className="t-l">Нет связи. Отправим сами, как только она вернётся.</span>}
      {place !== null && <span className="t-l">{capital(aheadWords(place, false))}</span>}
      <Button variant="invert" size="l" onClick={onDone}>
        Готово
      </Button>
    </output>
  )
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

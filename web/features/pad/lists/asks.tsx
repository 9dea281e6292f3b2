import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Ask } from '#contract/shapes.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './song-list.module.css'
import type { OwnView } from '../use-own-queue.ts'

function AskText({ ask: { name, words, held } }: { ask: Ask }) {
  if (held) return <i>скрыто</i>
  if (name === '' && words === '') return <i>Гость без имени</i>
  return (
    <>
      {name !== '' && <b>{name}</b>}
      {name !== '' && words !== '' && ': '}
      {words !== '' && <span>«{words}»</span>}
    </>
  )
}

type AskListProps = {
  sessionId: string
  entryId: string
  /** The newest, and how many more there are. */
  view: Pick<OwnView, 'asks' | 'moreAsks' | 'held'> | undefined
  /** How many ordered it. */
  backers: number
  /** Their state on the server has changed. */
  onChange: () => void
  /** Shows all orders of the guest behind an ask. */
  onGuest: (askId: string) => void
}

/** The listeners behind a song: opens words that the filter has hidden, and mutes for the evening. */
export function AskList({ sessionId, entryId, view, backers, onChange, onGuest }: AskListProps) {
  const toast = useToast()
  const { saving: pending, save } = useSaving({ toast: true })
  const [all, setAll] = useState<readonly Ask[] | null>(null)
  const asks = all ?? view?.asks ?? []
  const written = asks.length + (view?.moreAsks ?? 0)
  const more = all === null ? Math.max(written, backers) - asks.length : 0
  const readAll = async () => setAll(await call(api.artist.asks, { query: { sessionId, entryId } }))
  // A single guest takes one line; a longer list would push the song's buttons off the screen.
  const readOne = useEffectEvent(() => {
    if (more !== 1) return
    const asked = call(api.artist.asks, { query: { sessionId, entryId } })
    void orWhenUnavailable(asked, null).then(setAll)
  })
  useEffect(() => readOne(), [])
  const send = (asked: () => Promise<unknown>, done: string | null) =>
    save(async () => {
      await asked()
      if (done !== null) toast(done)
      if (all !== null) await readAll()
      onChange()
    })
  const open = (askId: string) =>
    send(() => call(api.artist.openWords, { body: { sessionId, askId } }), null)
  const mute = (askId: string, muted: boolean) =>
    send(
      () => call(api.artist.muteListener, { body: { sessionId, askId, muted } }),
      muted ? 'До конца вечера заказы этого гостя не принимаем' : 'Заказы этого гостя принимаем',
    )
  const held = view?.held
  if (asks.length + more === 0 && held === undefined) return null
  return (
    <ul aria-label="Кто заказал" className={css.askers}>
      {held !== undefined && (
        <li className={css.person}>
          <p className={css.text}>
            <i>Зал не видит:</i> <b>{held}</b>
          </p>
          <Button
            size="s"
            disabled={pending}
            onClick={() =>
              void send(() => call(api.artist.openTitle, { body: { sessionId, entryId } }), null)
            }
          >
            Показать
          </Button>
        </li>
      )}
      {more > 0 && (
        <li className={css.person}>
          <Button size="s" disabled={pending} onClick={() => void send(readAll, null)}>
            {asks.length > 0 ? `Показать ещё ${more}` : 'Кто заказал'}
          </Button>
        </li>
      )}
      {asks.map((ask) => (
        <li key={ask.id} className={css.person}>
          <p className={css.text}>
            <AskText ask={ask} />
          </p>
          {ask.held && (
            <Button size="s" disabled={pending} onClick={() => void open(ask.id)}>
              Показать
            </Button>
          )}
          <Button size="s" onClick={() => onGuest(ask.id)}>
            Все заказы гостя
          </Button>
          <Button
            size="s"
            variant="text"
            disabled={pending}
            onClick={() => void mute(ask.id, !ask.muted)}
          >
            {ask.muted
              ? 'Снова принимать заказы этого гостя'
              : 'Не принимать заказы этого гостя до конца вечера'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

import { useState } from 'react'
import { useLoaderData } from 'react-router'
import type { HostView } from '#contract/host.ts'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { call } from '#web/lib/calls/call.ts'
import { readToken, takeLinkToken } from '#web/lib/calls/token.ts'
import { useConcertTime } from '#web/lib/format.ts'
import { useReopenedConcert } from '#web/lib/live/reopened-concert.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { statusWords } from '../status-words.ts'
import { isUnfinished } from './host-draft.ts'
import { MustPlay, NotToPlay } from './host-lists.tsx'
import css from './host-page.module.css'
import { Moments } from './moments.tsx'
import { useHalfMoment, useHostLists } from './use-host-lists.ts'

export const { HydrateFallback, ErrorBoundary } = artistPage('Хозяин вечера')

export function meta() {
  return [
    { title: 'Хозяин вечера — Бис' },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** Null where this device has no valid link. */
export async function clientLoader(): Promise<HostView | null> {
  takeLinkToken()
  return readToken() === null ? null : call(api.host.view, {})
}

export default function HostPage() {
  const view = useLoaderData<HostView | null>()
  if (view !== null) return <Evening key={view.session.id} loaded={view} />
  return (
    <main id="main" className={css.page}>
      <h1 className="d-m">Хозяин вечера</h1>
      <EmptyState
        text="Эта ссылка больше не действует: артист её отозвал или сделал новую. Попросите её у артиста."
        action={<Button href="/">На главную</Button>}
      />
    </main>
  )
}

const STATES = {
  SCHEDULED: { tone: 'plain', words: 'Ещё не начался' },
  NOW: { tone: 'now', words: 'Идёт' },
  PLAYED: { tone: 'off', words: 'Завершён' },
} as const

function Evening({ loaded }: { loaded: HostView }) {
  // The artist may publish the concert, and close it with a word.
  const [known, setKnown] = useState(loaded.session)
  const { id, artistUsername, pass, unpublished } = known
  const live = useReopenedConcert({
    artistUsername,
    sessionId: id,
    queue: loaded.queue,
    unpublished,
    own: true,
    ...(pass !== null && { pass }),
  })
  const news = `${live.missing} ${live.session?.sessionStatus} ${live.queue.map((one) => one.id + one.status).join()}`
  const host = useHostLists(loaded, news)
  const { view, lists, change } = host
  if (known !== view.session) setKnown(view.session)
  const { half, keepHalf } = useHalfMoment(id)
  const { session, closed } = view
  // A channel that closed knows nothing new.
  const status = (live.missing ? null : live.session?.sessionStatus) ?? session.sessionStatus
  const over = status === 'PLAYED'
  const time = useConcertTime({ ...session, location: { timeZone: session.timeZone } })
  const statuses = new Map([...view.songs, ...view.moments].map((one) => [one.id, one.status]))
  const props = {
    lists,
    artistUsername,
    locked: closed || over,
    statusOf: (song: string) => statusWords(statuses.get(song) ?? null, over),
    onChange: change,
  }
  return (
    <main id="main" className={css.page}>
      <header className={css.head}>
        <p className="t-l muted">Хозяин вечера</p>
        <h1 className={classes(titleStep(session.title, 'd-l'), css.title)}>{session.title}</h1>
        <p className={css.facts}>
          <b>{session.artistName}</b>
          <time dateTime={session.dateTimeStart}>{time.short}</time>
          {time.venueNote}
          <Badge tone={STATES[status].tone}>{STATES[status].words}</Badge>
        </p>
        <ConnectionStrip connection={live.connection} receivedAt={live.receivedAt} />
        {closed && !over && (
          <output className={css.notice}>
            Артист закрыл списки: их можно читать. Нужно что-то изменить? Попросите его открыть.
          </output>
        )}
        {over && (
          <output className={css.notice}>
            Концерт завершён. Здесь видно, что прозвучало из ваших песен.
          </output>
        )}
        <Unsent {...host} unfinished={!over && isUnfinished(half, lists)} locked={closed || over} />
      </header>
      <div className={css.columns}>
        <div className={css.lists}>
          <MustPlay {...props} />
          <Moments {...props} {...{ half, keepHalf }} />
          <NotToPlay {...props} />
        </div>
        {!over && <Hall queue={live.queue} status={status} />}
      </div>
    </main>
  )
}

type UnsentProps = Pick<
  ReturnType<typeof useHostLists>,
  'sending' | 'failed' | 'refused' | 'unsent' | 'again' | 'drop'
> & { unfinished: boolean; locked: boolean }

/** Whether the artist has what the host wrote, and why not. */
function Unsent(props: UnsentProps) {
  const { sending, failed, refused, unsent, unfinished, again, drop, locked } = props
  if (failed === null)
    return (
      <output className={css.saved}>
        {sending
          ? 'Записываем…'
          : unsent
            ? 'Ещё не записано у артиста'
            : unfinished
              ? 'Момент не дописан: он только на этом телефоне'
              : 'Всё записано у артиста'}
      </output>
    )
  return (
    <div role="alert" className={css.notice}>
      <p>
        <b>{failed}</b>
      </p>
      <p>
        {locked || refused
          ? 'Последние изменения остались только на этом телефоне.'
          : 'Всё, что вы записали, осталось на этом телефоне. Когда получится, отправим сами.'}
      </p>
      <div className={css.pills}>
        <Button size="s" loading={sending} onClick={again}>
          Отправить ещё раз
        </Button>
        <Button size="s" variant="text" onClick={drop}>
          Вернуть, как у артиста
        </Button>
      </div>
    </div>
  )
}

type HallProps = { queue: readonly QueueEntry[]; status: keyof typeof STATES }

/** What sounds and what comes: the artist's own songs, and what guests ordered. */
function Hall({ queue, status }: HallProps) {
  const now = queue.filter((song) => song.status === 'NOW')
  const queued = queue.filter((song) => song.status === 'QUEUED')
  const ordered = queue.filter((song) => song.status === 'SCHEDULED')
  return (
    <div className={css.lists}>
      {now.length > 0 && (
        <Section title="Звучит">
          <Songs songs={now} />
        </Section>
      )}
      <Section title="В очереди" count={queued.length > 0 ? queued.length : undefined}>
        <Songs songs={queued} />
        {queued.length === 0 && (
          <p className="muted">
            {status === 'SCHEDULED'
              ? 'Здесь встанут ваши песни, когда концерт начнётся.'
              : 'Пока пусто.'}
          </p>
        )}
      </Section>
      <Section title="Заказы" count={ordered.length > 0 ? ordered.length : undefined}>
        <Songs songs={ordered} />
        {ordered.length === 0 && <p className="muted">Гости пока ничего не заказали.</p>}
      </Section>
    </div>
  )
}

function Songs({ songs }: { songs: readonly QueueEntry[] }) {
  return (
    <ol>
      {songs.map((song) => (
        <SongRow key={song.id} song={song} {...(song.status === 'NOW' && { tone: 'now' })} />
      ))}
    </ol>
  )
}

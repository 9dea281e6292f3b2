import { useState } from 'react'
import { redirect, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import { effectiveRules, rulesFrom } from '#domain/queue/evening-rules.ts'
import { countedOrders, countedSongs } from '#domain/russian.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { loadPadConcerts, loadPadFlags } from '../load.ts'
import { Pad } from '../pad.tsx'
import type { Simulation, SimulatedSong } from './simulation.ts'
import { startSimulation } from './simulation.ts'
import css from '../pad.module.css'
import { rehearsalSession, useRehearsal } from './use-rehearsal.ts'

/** The most songs of a repertoire that get orders. */
const SONGS_MOST = 100

export const handle: PageHandle = { theme: 'stage' }

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Репетиция',
  loadRehearsal,
)

async function loadRehearsal({ username }: SignedIn) {
  const [page, concerts, flags, songs] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername: username } }),
    loadPadConcerts(username),
    loadPadFlags(username),
    call(api.artist.repertoire, { query: { limit: SONGS_MOST } }),
  ])
  // A running concert uses the same pad.
  if (concerts.current !== null) throw redirect('/artist?tab=concert')
  const { paidSongsEnabled, minSongAmount } = page.paymentPublicDTO
  const rules = rulesFrom((concerts.next === null ? concerts.defaults : concerts.next.rules) ?? {})
  const account = { paidSongsEnabled, minSongAmount, requestFavoriteSongsOnly: true }
  const { paid, minSongAmount: least } = effectiveRules(rules, account)
  return {
    artist: page.artistInfoDTO,
    rules,
    flags: { v2: false, cancelButton: false, copyButton: false, ...OFF, ...flags },
    songs: songs.filter(({ state = 'open' }) => state === 'open'),
    price: paid ? least * 100 : null,
  }
}

const OFF = { greenCurrentSong: false, colorButtons: false }

/** The rehearsal runs in the browser: nothing of it is reloaded. */
export const shouldRevalidate = () => false

type Loaded = Awaited<ReturnType<typeof loadRehearsal>>

type RunningProps = Loaded & {
  songs: readonly SimulatedSong[]
  onEnd: (simulation: Simulation) => void
}

function Running({ artist, rules, flags, songs, price, onEnd }: RunningProps) {
  const [{ session, first }] = useState(() => {
    const now = serverNow()
    const { username, name, imageUrl } = artist
    const of = { username, name, imageUrl }
    return {
      session: rehearsalSession(of, rules, now),
      first: startSimulation({ songs, rules, price, seed: now % 1_000_000 }, now),
    }
  })
  const { pad, lost, end, setOffline } = useRehearsal({
    username: artist.username,
    session,
    first,
    onEnd,
  })
  const mark = (
    <section aria-label="Репетиция" className={css.mark}>
      <p>
        <b>Репетиция.</b> Зал придуман
      </p>
      <Switch checked={lost} onChange={({ target }) => setOffline(target.checked)}>
        Пропала сеть
      </Switch>
      <Button size="s" onClick={end}>
        Закончить
      </Button>
    </section>
  )
  return <Pad pad={pad} flags={flags} nav={null} rehearsal={mark} />
}

type OverProps = { simulation: Simulation; onAgain: () => void }

function Over({ simulation, onAgain }: OverProps) {
  const given = [...simulation.played, ...simulation.tips].reduce(
    (sum, { amount }) => sum + amount,
    0,
  )
  const songs = countedSongs(simulation.played.length)
  const orders = countedOrders(simulation.orders)
  return (
    <ArtistFrame title="Репетиция окончена" back={{ href: '/artist', name: 'Кабинет' }}>
      <p className="t-l">
        Сыграно: {songs}. Из зала пришло: {orders}. На настоящем концерте вы собрали бы{' '}
        {rubles(given)}.
      </p>
      <p className="muted">
        От репетиции ничего не осталось: её нет ни в афише, ни в отчётах, ни на балансе.
      </p>
      <Button variant="primary" block href="/artist/create-new-session">
        Объявить концерт
      </Button>
      <Button block onClick={onAgain}>
        Ещё раз
      </Button>
    </ArtistFrame>
  )
}

export default function Rehearsal() {
  const loaded = useLoaderData<Loaded>()
  const [over, setOver] = useState<Simulation | null>(null)
  if (loaded.songs.length === 0)
    return (
      <ArtistFrame title="Репетиция" back={{ href: '/artist', name: 'Кабинет' }}>
        <EmptyState
          text="На репетиции зал просит песни из вашего репертуара, а он пока пуст. Добавьте несколько."
          action={
            <Button variant="primary" href="/artist/favorite_songs">
              Добавить песни
            </Button>
          }
        />
      </ArtistFrame>
    )
  if (over !== null) return <Over simulation={over} onAgain={() => setOver(null)} />
  return <Running {...loaded} onEnd={setOver} />
}

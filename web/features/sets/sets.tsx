import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { useLoaderData, useNavigate } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { dayAndMonth } from '#domain/russian.ts'
import { laidSetWords, SET_TITLE_MAX, setLengthWords } from '#domain/songs/song-set.ts'
import { useSongbookActions } from '#web/features/songbook/index.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Copy, Pencil, Trash2 } from '#web/ui/icons/artist-icons.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Play, Plus } from '#web/ui/icons/icons.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import css from './sets.module.css'

type SetLine = AnswerOf<typeof api.artist.sets>[number]
type Loaded = {
  sets: readonly SetLine[]
  /** The concerts where a set can be played: the running one and those to come. */
  concerts: readonly Session[]
  /** The one that the page was opened for. */
  chosen: Session | null
}

const MOST_CONCERTS = 100

async function load(artist: SignedIn, { request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const sessionId = new URL(request.url).searchParams.get('sessionId')
  const body = { artistUsername: artist.username, limit: MOST_CONCERTS }
  const [sets, concerts, chosen] = await Promise.all([
    call(api.artist.sets, {}),
    call(api.session.getSessions, { body }, { asArtist: true }),
    sessionId === null
      ? null
      : call(api.session.byId, { query: { sessionId } }, { asArtist: true }),
  ])
  return { sets, concerts, chosen }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Сеты', load)

function backOf(chosen: Session | null) {
  if (chosen === null) return { href: '/artist/favorite_songs', name: 'Репертуар' }
  return chosen.sessionStatus === 'NOW'
    ? { href: '/artist?tab=concert', name: 'Концерт' }
    : { href: `/artist/create-new-session/advanced/${chosen.id}`, name: chosen.title }
}

/** «Весенний» → «Весенний, копия». */
function copyTitle(title: string): string {
  const ending = ', копия'
  return (
    Array.from(title)
      .slice(0, SET_TITLE_MAX - ending.length)
      .join('') + ending
  )
}

/** The artist's sets: each is saved, and can be played at any number of concerts. */
export default function Sets() {
  const { sets: loaded, concerts, chosen } = useLoaderData<Loaded>()
  const [sets, setSets] = useState(loaded)
  const songbookActions = useSongbookActions()
  const [choosing, setChoosing] = useState<SetLine | null>(null)
  const { press, isPending } = usePresses()
  const toast = useToast()
  const navigate = useNavigate()
  const zone = useViewerZone('Europe/Moscow')
  const playable = chosen === null ? concerts : [chosen]

  async function readAgain() {
    setSets(await call(api.artist.sets, {}))
  }

  function create() {
    return press('new', async () => {
      const body = { id: null, title: `Сет ${sets.length + 1}`, targetMinutes: null, items: [] }
      const { id } = await call(api.artist.saveSet, { body }, { idempotencyKey: newKey() })
      await navigate(`/artist/sets/${id}`)
    })
  }

  function duplicate(set: SetLine) {
    return press(set.id, async () => {
      const { title, ...whole } = await call(api.artist.set, { query: { id: set.id } })
      const body = { ...whole, id: null, title: copyTitle(title) }
      await call(api.artist.saveSet, { body }, { idempotencyKey: newKey() })
      await readAgain()
      toast(`«${body.title}»: добавили`)
    })
  }

  function remove(set: SetLine) {
    return press(set.id, async () => {
      const query = { id: set.id }
      const whole = await call(api.artist.set, { query })
      await call(api.artist.deleteSet, { query })
      setSets((before) => before.filter(({ id }) => id !== set.id))
      const putBack = () =>
        press(set.id, async () => {
          const body = { ...whole, id: null }
          await call(api.artist.saveSet, { body }, { idempotencyKey: newKey() })
          await readAgain()
        })
      toast({
        text: `«${set.title}» удалили`,
        action: { label: 'Вернуть', onPress: () => void putBack() },
      })
    })
  }

  function play(set: SetLine, concert: Session) {
    return press(set.id, async () => {
      const body = { id: set.id, sessionId: concert.id }
      const applied = await call(api.artist.laySet, { body }, { idempotencyKey: newKey() })
      setChoosing(null)
      toast(laidSetWords(applied))
      if (concert.sessionStatus === 'NOW') await navigate('/artist?tab=concert')
    })
  }

  function onPlay(set: SetLine) {
    const [only] = playable
    if (only === undefined) toast('Сначала объявите концерт: сет встанет в его очередь')
    else if (playable.length === 1) void play(set, only)
    else setChoosing(set)
  }

  return (
    <ArtistFrame
      title="Сеты"
      back={backOf(chosen)}
      lead={
        chosen === null
          ? 'Сет — это шаблон: его можно сыграть на любом числе концертов.'
          : `Для концерта «${chosen.title}»`
      }
    >
      <div>
        <Button
          icon={<Plus className="ico" />}
          loading={isPending('new')}
          onClick={() => void create()}
        >
          Новый сет
        </Button>
      </div>
      {sets.length === 0 && (
        <EmptyState text="Сетов пока нет. Соберите песни в список, с перерывами и заметками, и на концерте сыграйте его в одно нажатие." />
      )}
      {sets.length > 0 && (
        <ul className={css.sets}>
          {sets.map((set) => (
            <li key={set.id} className={css.set}>
              <div className={css.words}>
                <Anchor href={`/artist/sets/${set.id}`} className={css.name}>
                  {set.title}
                </Anchor>
                <p className="muted">{setLengthWords(set)}</p>
              </div>
              <Menu
                label={`Ещё: ${set.title}`}
                actions={[
                  {
                    key: 'edit',
                    label: 'Изменить',
                    icon: <Pencil className="ico" />,
                    href: `/artist/sets/${set.id}`,
                  },
                  {
                    key: 'copy',
                    label: 'Дублировать',
                    icon: <Copy className="ico" />,
                    onSelect: () => void duplicate(set),
                  },
                  ...(set.songs > 0 ? songbookActions(set.id) : []),
                  {
                    key: 'delete',
                    label: 'Удалить',
                    icon: <Trash2 className="ico" />,
                    danger: true,
                    onSelect: () => void remove(set),
                  },
                ]}
              />
              <Button
                variant="primary"
                className={css.play}
                icon={<Play className="ico" />}
                aria-label={`Добавить сет в очередь: ${set.title}`}
                loading={isPending(set.id)}
                disabled={set.songs === 0}
                onClick={() => onPlay(set)}
              >
                Добавить сет в очередь
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Sheet
        open={choosing !== null}
        onClose={() => setChoosing(null)}
        title="На каком концерте?"
        subtitle={choosing?.title}
      >
        <ul className={css.concerts}>
          {concerts.map((concert) => (
            <li key={concert.id}>
              <Button
                block
                loading={choosing !== null && isPending(choosing.id)}
                onClick={() => choosing && void play(choosing, concert)}
              >
                {concert.title}, {whenOf(concert, zone)}
              </Button>
            </li>
          ))}
        </ul>
      </Sheet>
    </ArtistFrame>
  )
}

function whenOf({ sessionStatus, dateTimeStart }: Session, timeZone: string): string {
  if (sessionStatus === 'NOW') return 'идёт сейчас'
  return dayAndMonth(new Date(dateTimeStart), timeZone, new Date(serverNow()))
}

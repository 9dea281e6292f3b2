import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { checkSet, laidSetWords, SET_TITLE_MAX } from '#domain/songs/song-set.ts'
import type { SongSet } from '#domain/songs/song-set.ts'
import { call } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { loadOwnConcerts } from '#web/parts/concerts/own-concerts.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'

export type SetLine = AnswerOf<typeof api.artist.sets>[number]

/** «Весенний» → «Весенний, копия». */
function copyTitle(title: string): string {
  const ending = ', копия'
  return (
    Array.from(title)
      .slice(0, SET_TITLE_MAX - ending.length)
      .join('') + ending
  )
}

/** A set to be played, and the concerts to choose from: the running one and those to come. */
type Choice = { set: SetLine; concerts: readonly Session[] }

export type Sets = ReturnType<typeof useSets>

/** The artist's sets and what is done with them. `chosen`: the concert that they are looked at for. */
export function useSets(loaded: readonly SetLine[], username: string, chosen: Session | null) {
  const [sets, setSets] = useState(loaded)
  const [choice, setChoice] = useState<Choice | null>(null)
  const { press, isPending } = usePresses()
  const toast = useToast()
  const navigate = useNavigate()

  async function readAgain() {
    setSets(await call(api.artist.sets, {}))
  }

  async function saveAsNew(set: SongSet) {
    const { items, ...checked } = checkSet(set)
    const body = { id: null, ...checked, items: [...items] }
    await call(api.artist.saveSet, { body }, { idempotencyKey: newKey() })
    await readAgain()
  }

  async function lay(set: SetLine, concert: Session) {
    const body = { id: set.id, sessionId: concert.id }
    const laid = await call(api.artist.laySet, { body }, { idempotencyKey: newKey() })
    setChoice(null)
    toast(laidSetWords(laid))
    if (concert.sessionStatus === 'NOW') await navigate('/artist?tab=concert')
  }

  return {
    sets,
    choice,
    closeChoice: () => setChoice(null),
    creating: isPending('new'),
    isPending: (set: SetLine) => isPending(set.id),

    create: () =>
      press('new', async () => {
        const body = { id: null, title: `Сет ${sets.length + 1}`, targetMinutes: null, items: [] }
        const { id } = await call(api.artist.saveSet, { body }, { idempotencyKey: newKey() })
        await navigate(`/artist/sets/${id}`)
      }),

    duplicate: (set: SetLine) =>
      press(set.id, async () => {
        const whole = await call(api.artist.set, { query: { id: set.id } })
        const title = copyTitle(whole.title)
        await saveAsNew({ ...whole, title })
        toast(`«${title}»: добавили`)
      }),

    remove: (set: SetLine) =>
      press(set.id, async () => {
        const query = { id: set.id }
        const whole = await call(api.artist.set, { query })
        await call(api.artist.deleteSet, { query })
        setSets((before) => before.filter(({ id }) => id !== set.id))
        const putBack = () => press(set.id, () => saveAsNew(whole))
        toast({
          text: `«${set.title}» удалили`,
          action: { label: 'Вернуть', onPress: () => void putBack() },
        })
      }),

    /** Plays it at the concert, where there is only one to choose. */
    play: (set: SetLine) =>
      press(set.id, async () => {
        const concerts = chosen === null ? await loadOwnConcerts(call, username) : [chosen]
        const [only] = concerts
        if (only === undefined) toast('Сначала объявите концерт: сет встанет в его очередь')
        else if (concerts.length === 1) await lay(set, only)
        else setChoice({ set, concerts })
      }),

    playAt: (set: SetLine, concert: Session) => press(set.id, () => lay(set, concert)),
  }
}

import { api } from '#contract/index.ts'
import type { ModelAction } from '../action.ts'
import type { MoneyEvening } from '../evening.ts'
import { playing } from './stage.ts'

const LIFE = ['ILLEGAL_STEP', 'SESSION_NOT_OPEN', 'NOT_FOUND', 'ANOTHER_CONCERT_IS_ON'] as const

function lifeStep(label: string, take: (evening: MoneyEvening) => Promise<unknown>): ModelAction {
  return {
    label,
    async does(evening) {
      await take(evening)
    },
  }
}

const idOf = ({ concerts }: MoneyEvening, concert: number) => concerts[concert] ?? ''

function setStatus(
  evening: MoneyEvening,
  concert: number,
  sessionStatus: 'NOW' | 'PLAYED',
  playedId?: string,
) {
  const body = { sessionId: idOf(evening, concert), sessionStatus, playedId }
  return evening.world.call(api.artist.updateSessionStatus, { body }, evening.as)
}

export const startConcert = (concert: number) =>
  lifeStep(`start(concert ${concert})`, async (evening) =>
    evening.did(await setStatus(evening, concert, 'NOW'), ...LIFE),
  )

export const endConcert = (concert: number) =>
  lifeStep(`end(concert ${concert})`, async (evening) =>
    evening.did(await setStatus(evening, concert, 'PLAYED'), ...LIFE),
  )

/** The song that sounds at the end counts as played. */
export const playOut = (concert: number): ModelAction => ({
  label: `play out(concert ${concert})`,
  async does(evening, model) {
    const [playedId] = await playing(evening)
    const reply = await setStatus(evening, concert, 'PLAYED', playedId)
    if (!(await evening.did(reply, ...LIFE)) || playedId === undefined) return
    const now = await playing(evening)
    if (!now.includes(playedId)) model.played.add(playedId)
  },
})

export const deleteConcert = (concert: number) =>
  lifeStep(`delete(concert ${concert})`, async (evening) => {
    const query = { sessionId: idOf(evening, concert) }
    return evening.did(await evening.world.call(api.session.remove, { query }, evening.as), ...LIFE)
  })

export const pause = lifeStep('pause()', async (evening) =>
  evening.did(await evening.world.call(api.artist.pause, {}, evening.as), ...LIFE),
)

export const resume = lifeStep('resume()', async (evening) =>
  evening.did(await evening.world.call(api.artist.resume, {}, evening.as), ...LIFE),
)

import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Caller } from '#web/lib/call.ts'
import type { MapCentre } from '#web/parts/map/map-pin.ts'

export type KnownTown = AnswerOf<typeof api.session.cities>[number]

export type TownChoice = {
  /** The town that is meant. */
  town: KnownTown | null
  /** Those that begin so, where none is called exactly so. */
  others: readonly KnownTown[]
}

// As long as a name may be in the contract.
const LONGEST = 120
const plain = (name: string) => name.trim().toLowerCase().replaceAll('ё', 'е')

const TOWN_ZOOM = 12

/** The map of the town itself. */
export function centreOf({ latitude, longitude }: KnownTown): MapCentre {
  return { latitude, longitude, zoom: TOWN_ZOOM }
}

/** Which town a typed name means. */
export async function townOf(call: Caller, typed: string): Promise<TownChoice> {
  const input = typed.trim().slice(0, LONGEST)
  if (input === '') return { town: null, others: [] }
  const found = await call(api.session.cities, { query: { input } })
  const town = found.find(({ name }) => plain(name) === plain(input)) ?? null
  return { town, others: town === null ? found : [] }
}

import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { foldedText } from '#domain/russian.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import type { MapCentre, MapPoint } from '../map/map-view.ts'

export type KnownTown = AnswerOf<typeof api.session.cities>[number]

export type TownChoice = {
  /** The town that the text means. */
  town: KnownTown | null
  /** Towns whose name begins so, where none has exactly this name. */
  others: readonly KnownTown[]
}

// The longest name in the contract.
const LONGEST = 120
const plain = (name: string) => foldedText(name.trim())

const TOWN_ZOOM = 12

/** The map view of the town itself. */
export function centreOf({ latitude, longitude }: KnownTown): MapCentre {
  return { latitude, longitude, zoom: TOWN_ZOOM }
}

/** The name of a town in an address, with the region where a larger town among these has the same name. */
export function uniqueTownName(town: KnownTown, among: readonly KnownTown[]): string {
  const first = among.find(({ name }) => name === town.name) ?? town
  return first.region === town.region ? town.name : `${town.name}, ${town.region}`
}

/** Within this distance, in degrees of latitude, a concert belongs to the town and not to another one of this name. */
const AROUND = 1

/** Returns the concerts that are in or around the town. */
export function around<Pin extends { latitude: number; longitude: number }>(
  { latitude, longitude }: MapPoint,
  concerts: readonly Pin[],
): Pin[] {
  const narrower = Math.cos((latitude * Math.PI) / 180)
  return concerts.filter(
    (pin) =>
      Math.abs(pin.latitude - latitude) <= AROUND &&
      Math.abs(pin.longitude - longitude) * narrower <= AROUND,
  )
}

/** Finds the town that a typed name means, with its region or without. */
export async function townOf(call: Caller, typed: string): Promise<TownChoice> {
  const input = typed.trim().slice(0, LONGEST)
  if (input === '') return { town: null, others: [] }
  const found = await call(api.session.cities, { query: { input } })
  const town =
    found.find(({ name, region }) =>
      [name, `${name}, ${region}`].map(plain).includes(plain(input)),
    ) ?? null
  return { town, others: town === null ? found : [] }
}

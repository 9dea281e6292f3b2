/** What a kept page was made of: whatever changes one of these drops it. */
export const AFISHA = 'afisha'

export const artistTag = (usernameKey: string): string => `artist:${usernameKey}`

export const concertTag = (concertId: string): string => `concert:${concertId.toLowerCase()}`

type Told = { id?: unknown; sessionStatus?: unknown }

/** The concerts that an answer of a call tells of, and whether one of them is on. */
export function concertsIn(body: unknown): { ids: string[]; on: boolean } {
  const said: unknown = (body as { data?: unknown } | null)?.data
  const found = [said].flat().filter((one): one is Told => typeof one === 'object' && one !== null)
  const concerts = found.filter(({ sessionStatus }) => typeof sessionStatus === 'string')
  return {
    ids: concerts.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
    on: concerts.some(({ sessionStatus }) => sessionStatus === 'NOW'),
  }
}

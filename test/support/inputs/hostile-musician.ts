import { api } from '#contract/index.ts'
import { HOUR_MS } from '#domain/time.ts'
import { ask, signUpAt, takesMoney } from '../product/product-calls.ts'
import type { TestMusician } from '../product/product-calls.ts'
import { HOSTILE, hostile } from './hostile-words.ts'

/** Every text that the artist and the listeners of this evening have typed. */
export const TYPED = {
  name: HOSTILE[1] ?? '',
  short: hostile(2, 140),
  about: hostile(0, 5000, '\n'),
  title: hostile(3, 120),
  place: hostile(7, 120),
  address: hostile(4, 300),
  story: hostile(0, 4000, '\n'),
  payments: hostile(5, 140),
  /** Not from HOSTILE: it must be a link. */
  social: 'https://vk.com/"><img/src=x/onerror=window.__xss=1>',
  ticket: "https://tickets.example/?'><script>window.__xss=1</script>",
  suggestion: hostile(8, 120),
  performer: hostile(9, 120),
  paid: HOSTILE[0] ?? '',
  tip: hostile(0, 200),
  listener: HOSTILE[0] ?? '',
  dedication: hostile(1, 140),
  letter: hostile(0, 4000, '\n'),
} as const

/** Creates a musician who fills every field with them; the e-mail address is as odd as an address may be. */
export async function hostileMusicianAt(url: string): Promise<TestMusician> {
  const email = "{{7*7}}&'x@example.org"
  const person = { username: 'inert-words', name: TYPED.name, email }
  const musician = await signUpAt(url, person, { partnerId: HOSTILE[2] ?? '' })
  const { token } = musician
  const artistInfoDTO = { shortDescription: TYPED.short, description: TYPED.about }
  const socialMediaList = [{ url: TYPED.social }]
  await ask(url, api.auth.update, { body: { artistInfoDTO, socialMediaList } }, token)
  await takesMoney(url, musician, 50)
  const songs = HOSTILE.map((title, at) => ({
    songId: null,
    title,
    artistName: HOSTILE.at(at - 1) ?? '',
  }))
  await ask(url, api.artist.importFavorites, { body: { songs } }, token)
  return musician
}

/** Creates a concert of this evening; returns its id. */
export async function hostileConcertAt(url: string, { token }: TestMusician, hours: number) {
  const { id: sessionId } = await ask(
    url,
    api.session.create,
    {
      body: {
        dateTimeStart: new Date(Date.now() + hours * HOUR_MS).toISOString(),
        durationHours: 2,
        durationMinutes: 0,
        description: TYPED.title,
        location: {
          name: TYPED.place,
          description: TYPED.address,
          longitude: 37.62,
          latitude: 55.75,
        },
      },
    },
    token,
  )
  const { advancedSession } = await ask(url, api.session.byId, { query: { sessionId } })
  const advancedSessionDTO = {
    ...advancedSession,
    description: TYPED.story,
    ticketLink: TYPED.ticket,
  }
  await ask(url, api.session.update, { body: { sessionId, advancedSessionDTO } }, token)
  return sessionId
}

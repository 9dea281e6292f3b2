import type { Run } from '#domain/concerts/poster-run.ts'
import { pictureOf, runOf } from '#domain/concerts/poster-run.ts'
import { fromMoscow, timeAndDay } from '#domain/russian.ts'
import type { Artists } from '../artists/artists.service.ts'
import type { Concerts } from '../concerts/concerts.service.ts'

type EmbeddedConcert = {
  title: string
  /** The concert's page, or the order tab while the concert is on. */
  href: string
  /** «суббота, 21 нояб., 21:30 (МСК)» in the time zone of the venue. */
  when: string
  where: string
}

/** Everything that the card on another site shows. */
export type EmbeddedCard = {
  name: string
  /** The full address of the artist's page. */
  href: string
  picture: string
  run: Run
  now: EmbeddedConcert | null
  next: EmbeddedConcert | null
}

export type Embed = ReturnType<typeof makeEmbed>

type EmbedDeps = {
  artists: Pick<Artists, 'known'>
  concerts: Pick<Concerts, 'currentOf' | 'nextOf'>
  publicUrl: string
}

type Concert = NonNullable<Awaited<ReturnType<Concerts['nextOf']>>>

/** The card of an artist that other sites show. */
export function makeEmbed({ artists, concerts, publicUrl }: EmbedDeps) {
  function shown(concert: Concert, href: string): EmbeddedConcert {
    const { title, startsAt, timeZone, placeName, city } = concert
    return {
      title,
      href,
      when: `${timeAndDay(startsAt, timeZone)} (${fromMoscow(timeZone, startsAt)})`,
      where: [placeName, city].filter((part) => part !== '').join(', '),
    }
  }

  return {
    /** Null for an unknown nickname. */
    async cardOf(artistUsername: string): Promise<EmbeddedCard | null> {
      const artist = await artists.known(artistUsername)
      if (artist === null) return null
      const { username, name, imageUrls } = artist
      const href = new URL(`/user/${username}`, publicUrl).href
      const [now, next] = await Promise.all([
        concerts.currentOf(username),
        concerts.nextOf(username, null),
      ])
      return {
        name: name === '' ? username : name,
        href,
        picture: imageUrls[0] ?? pictureOf(username),
        run: runOf(username, imageUrls[0]),
        // A closed concert is only for invited guests.
        now: now === null || now.closedSession ? null : shown(now, `${href}?tab=order`),
        next: next === null ? null : shown(next, `${href}/${next.id}`),
      }
    },
  }
}

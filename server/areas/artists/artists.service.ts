import { noArtist } from '#domain/account.ts'
import type { Sql } from '#server/db/open.ts'
import type { Artist, ArtistCard } from './artists.store.ts'
import { artistById, artistByUsername, saveTexts, searchArtists } from './artists.store.ts'
import { formatText } from './formatted-text.ts'

export type { Artist, ArtistCard } from './artists.store.ts'

export type PublicPage = { artist: Artist; donationEnabled: boolean }

// No bank takes tips yet, and a button that cannot lead to a payment must not be drawn.
const DONATIONS_ARE_TAKEN = false
const FOUND_MOST = 40

function searchWords(input: string): string[] {
  const folded = input.normalize('NFC').toLowerCase().replaceAll('ё', 'е')
  return folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
}

function present(artist: Artist | undefined): Artist {
  if (artist === undefined) throw noArtist()
  return artist
}

/** Who plays: the public page, the search, the own settings. */
export function makeArtists({ sql }: { sql: Sql }) {
  async function byUsername(username: string): Promise<Artist> {
    return present(await artistByUsername(sql, username))
  }

  return {
    /** Null for an unknown nickname, whose case does not matter. */
    async known(username: string): Promise<Artist | null> {
      return (await artistByUsername(sql, username)) ?? null
    },

    /** Without regard to case. Refuses NOT_FOUND. */
    byUsername,

    /** Refuses NOT_FOUND. */
    async publicPage(username: string): Promise<PublicPage> {
      return { artist: await byUsername(username), donationEnabled: DONATIONS_ARE_TAKEN }
    },

    /** At most 40 artists whose name or nickname has words that begin so; none for a blank input. */
    async search(input: string): Promise<ArtistCard[]> {
      const words = searchWords(input)
      return words.length === 0 ? [] : searchArtists(sql, words, FOUND_MOST)
    },

    /** The artist's own settings. Refuses NOT_FOUND. */
    async settings(artistId: string): Promise<Artist> {
      return present(await artistById(sql, artistId))
    },

    /** Saves both descriptions as written and as the page shows them. */
    async saveTexts(
      artistId: string,
      texts: { shortDescription: string; description: string },
    ): Promise<void> {
      await saveTexts(sql, artistId, {
        ...texts,
        shortDescriptionHtml: formatText(texts.shortDescription),
        descriptionHtml: formatText(texts.description),
      })
    },
  }
}

export type Artists = ReturnType<typeof makeArtists>

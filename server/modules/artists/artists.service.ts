import { noArtist } from '#domain/accounts/account.ts'
import { foldedText } from '#domain/russian.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Artist, StoredArtistCard } from './artists.store.ts'
import {
  addImageUrl,
  artistById,
  artistByUsername,
  dropImageUrl,
  lockArtist,
  saveRole,
  searchArtists,
} from './artists.store.ts'
import {
  confirmRecipient,
  lockPayoutNumber,
  markNumber,
  nameRecipient,
  numberOf,
  saveNumber,
  withCheckedNumber,
} from './payout-number.store.ts'

export type { Artist } from './artists.store.ts'

/** The phone number for payouts; each function takes the caller's transaction. */
const payoutNumbers = {
  of: numberOf,
  withChecked: withCheckedNumber,
  lock: lockPayoutNumber,
  save: saveNumber,
  mark: markNumber,
  nameRecipient,
  confirmRecipient,
}
export type PayoutNumbers = typeof payoutNumbers

export type PublicPage = { artist: Artist; donationEnabled: boolean }

/** `takesTips`: a bank is configured for the tip button; without one the button must not be drawn. */
type ArtistsDeps = { sql: Sql; takesTips: boolean }

const FOUND_MOST = 40

function searchWords(input: string): string[] {
  const words = foldedText(input).split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter((word) => word !== '')
}

function present(artist: Artist | undefined): Artist {
  if (artist === undefined) throw noArtist()
  return artist
}

/** Artists: the public page, the search, their photos. */
export function makeArtists({ sql, takesTips }: ArtistsDeps) {
  async function byUsername(username: string): Promise<Artist> {
    return present(await artistByUsername(sql, username))
  }

  return {
    /** The seller of the songs, for receipts; null when the artist has not stated his tax status. */
    async supplier(artistId: string) {
      const { taxStatus, taxName, taxInn, phoneNumber } = present(await artistById(sql, artistId))
      const phone = phoneNumber === null ? null : `+${phoneNumber}`
      return taxStatus === null ? null : { name: taxName, inn: taxInn, phone }
    },

    /** Null for an unknown nickname. Case-insensitive. */
    async known(username: string): Promise<Artist | null> {
      return (await artistByUsername(sql, username)) ?? null
    },

    /** Case-insensitive. Refuses NOT_FOUND. */
    byUsername,

    payoutNumbers,

    /** Refuses NOT_FOUND. */
    async publicPage(username: string): Promise<PublicPage> {
      return { artist: await byUsername(username), donationEnabled: takesTips }
    },

    /** At most 40 artists whose name or nickname has words that begin with the input; none for a blank one. */
    async search(input: string): Promise<StoredArtistCard[]> {
      const words = searchWords(input)
      return words.length === 0 ? [] : searchArtists(sql, words, FOUND_MOST)
    },

    /** The artist's own settings. Refuses NOT_FOUND. */
    async settings(artistId: string): Promise<Artist> {
      return present(await artistById(sql, artistId))
    },

    /** Locks the artist until the end of the transaction. Refuses NOT_FOUND. */
    async lock(inside: Sql, artistId: string): Promise<Artist> {
      return present(await lockArtist(inside, artistId))
    },

    /** Adds a photo as the artist's last one. */
    async addPhoto(inside: Sql, artistId: string, link: string): Promise<void> {
      await addImageUrl(inside, artistId, link)
    },

    /** Removes the photo whose link ends in this file name; false when the artist has no such photo. */
    async dropPhoto(inside: Sql, artistId: string, fileName: string): Promise<boolean> {
      const { imageUrls } = present(await artistById(inside, artistId))
      const link = imageUrls.find((url) => url.split('/').at(-1) === fileName)
      if (link === undefined) return false
      await dropImageUrl(inside, artistId, link)
      return true
    },

    /** Grants or revokes the admin role; returns the nickname as it is written. Refuses NOT_FOUND. */
    async setRole(username: string, role: 'ARTIST' | 'ADMIN'): Promise<string> {
      const saved = await saveRole(sql, username, role)
      if (saved === undefined) throw noArtist()
      return saved
    },
  }
}

export type Artists = ReturnType<typeof makeArtists>

/** What the index is told of a song. */
export type IndexedSong = {
  /** A UUID, 32 hexadecimal digits with or without dashes; another text is refused by a RangeError. */
  id: string
  /** `songKey(title, artistName)`: the folded title, a line break, the folded performer. */
  key: string
  /** How often it was ordered: a whole number from 0. */
  orders: number
}

/** How a song answers an input: as a whole, by the beginnings of words, or with a wrong letter or another spelling. */
export type SongMatch = 'exact' | 'prefix' | 'similar'

export type SongHit = {
  id: string
  match: SongMatch
  /** Of the songs that were asked for first. */
  first: boolean
}

export type IndexSearchOptions = {
  /** How many hits at most. */
  limit: number
  /** Ids of a repertoire: its hits of any quality come before all others. */
  first?: readonly string[] | undefined
  /** No hits but those. */
  onlyFirst?: boolean | undefined
}

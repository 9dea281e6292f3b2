/** A square of the map: its zoom, and its column and row from the north-west corner. */
export type TileAt = {
  z: number
  x: number
  y: number
  /** Twice as many pixels for the same square. */
  large: boolean
}

export type Tile = {
  bytes: Buffer
  /** A picture that browsers draw, never one with scripts. */
  type: string
  /** So long the provider lets it be kept; at most a day. 0: not at all. */
  keptSeconds: number
}

/** `none`: the provider has no such tile. `down`: it does not answer, or not with a tile. */
export type TileAnswer = Tile | 'none' | 'down'

/** Pictures of the ground that somebody else draws. It never fails, and answers within 3 s. */
export type Tiles = { tileAt(at: TileAt): Promise<TileAnswer> }

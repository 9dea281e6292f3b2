export type Point = {
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
}

/** An address as people write it; what is not known is an empty text. */
export type FoundAddress = Point & {
  /** Russian, as the geocoder names it. */
  readonly country: string
  /** The part of the country: «Ленинградская область». */
  readonly county: string
  /** A town or a village. */
  readonly city: string
  /** «улица Рубинштейна» */
  readonly street: string
  /** «13», «82, строение 2» */
  readonly house: string
}

/** Who knows addresses: asked by text, or by a point on the map. */
export type Geocoder = {
  /**
   * Addresses that a text may mean, the likeliest first; those near to the point before others, where one is given.
   * Fails where the geocoder does not answer, or answers what nobody can read. `mayAskAgain` is asked
   * before a second question goes out for the same text.
   */
  find(
    text: string,
    near: Point | null,
    signal: AbortSignal,
    mayAskAgain?: () => Promise<boolean>,
  ): Promise<FoundAddress[]>
  /** The address at a point, or null where there is none. Fails as `find` does. */
  at(point: Point, signal: AbortSignal): Promise<FoundAddress | null>
}

/** Why a geocoder did not answer. */
export class GeocoderFailed extends Error {
  override readonly name = 'GeocoderFailed'
  /** It will not answer for a long while: the key is wrong, or the quota of the day is spent. */
  readonly closed: boolean

  constructor(message: string, closed = false) {
    super(message)
    this.closed = closed
  }
}

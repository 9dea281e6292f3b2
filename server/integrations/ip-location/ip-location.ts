import type { IpTown } from './ip-towns.ts'

export type IpPlace = {
  /** Two capital letters of ISO 3166-1. */
  country: string
  /** Where the table knows it; often wrong, since a mobile operator lets a whole country out through one city. */
  town?: IpTown
}

/** Where in the world a network address is used. */
export type IpLocation = {
  /** Of a public IPv4 or IPv6 address; null where nobody knows. It never fails. */
  locationOf(address: string): Promise<IpPlace | null>
}

/** Where in the world a network address is used. */
export type IpLocation = {
  /** Two capital letters of ISO 3166-1 for a public IPv4 or IPv6 address; null where nobody knows. */
  countryOf(address: string): Promise<string | null>
}

/** What the address of a place of orders may say. */
export type OrderAddress = {
  /** The text of the search. */
  q?: string
  /** The song whose sheet is open. */
  song?: string
  /** The sheet for one's own song is open. */
  suggest?: true
  /** The order that is asked about before it is taken off. */
  cancel?: string
  /** The song that was ordered by the form itself, `own` for one's own. */
  ordered?: string
}

/** The address of a page in one of its states. */
export type HrefOf = (address: OrderAddress) => string

/** What an address says, as the search of a link; blanks are left out. */
export function orderSearch(
  address: OrderAddress & Record<string, string | true>,
): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(address)) {
    if (value === true) search.set(name, '1')
    else if (value !== '') search.set(name, value)
  }
  return search
}

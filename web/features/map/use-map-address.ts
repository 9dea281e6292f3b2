import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useSearchParams } from 'react-router'

/** So many concerts stand in the list at first; the map shows all of them. */
const FIRST_SHOWN = 40

export type MapAddress = {
  /** The id of the chosen concert. */
  selected: string | null
  /** How many concerts the list shows. */
  shown: number
  /** The same page with these words of the address changed, null takes one out. */
  hrefOf: (change: Readonly<Record<string, string | null>>) => string
  select: (id: string) => void
  /** Changes the address without a step of the back button. */
  change: (change: Readonly<Record<string, string | null>>) => void
}

function changed(now: URLSearchParams, change: Readonly<Record<string, string | null>>) {
  const next = new URLSearchParams(now)
  for (const [name, value] of Object.entries(change))
    if (value === null) next.delete(name)
    else next.set(name, value)
  return next
}

/** What of the map stands in the address: it can be sent to a friend, and the way back finds it again. */
export function useMapAddress(): MapAddress {
  const [search, setSearch] = useSearchParams()
  const change: MapAddress['change'] = (words) =>
    setSearch((now) => changed(now, words), { replace: true, preventScrollReset: true })
  const shown = Number(search.get('shown'))
  return {
    selected: search.get('concert'),
    shown: Number.isInteger(shown) && shown > FIRST_SHOWN ? shown : FIRST_SHOWN,
    hrefOf: (words) => `?${changed(search, words).toString()}`,
    select: (id) => change({ concert: id }),
    change,
  }
}

const WORDS = ['concert', 'shown', 'at']

/** A pin that is chosen, a longer list and a map that was moved need no page from the server; a question put again does. */
export function asksAnew(turn: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = turn
  const again = currentUrl.href === nextUrl.href
  return defaultShouldRevalidate && (again || !asksTheSame(currentUrl, nextUrl))
}

function asksTheSame(one: URL, other: URL): boolean {
  const asked = ({ pathname, searchParams }: URL) => {
    const words = new URLSearchParams(searchParams)
    for (const name of WORDS) words.delete(name)
    return `${pathname}?${words.toString()}`
  }
  return asked(one) === asked(other)
}

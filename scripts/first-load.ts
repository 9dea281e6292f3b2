import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type NameOf = Extract<
  NonNullable<Splitting['groups']>[number]['name'],
  (...input: never) => unknown
>
type Graph = Parameters<NameOf>[1]

/** What the router makes of a page: left out, it would be a file of its own that names the other one. */
const ROUTE_MODULE = /\?__react-router-build-client-route$/u
const EVERY_PAGE = ['entry.client.tsx', 'root.tsx']
/** What a phone opens by the code in the hall; what this page loads by a tap is not among it. */
const ARTIST = ['features/artist-page/artist.tsx']
const HOME = ['features/home/home.tsx']
const CONCERT = ['features/concert/concert.tsx']
const SEARCH = ['features/search/concerts/search.tsx']
/** What stands in a sheet of any page. */
const SHEETS = ['ui/sheet.tsx', 'ui/field.tsx', 'ui/checkbox.tsx']
/** What a listener needs once the page is alive: to choose a song, to order it, and to follow it. */
const ORDERING = [
  'features/ordering/search-results.tsx',
  'features/ordering/order-sheets.tsx',
  'features/ordering/my-orders.tsx',
  'features/ordering/turn-signal.tsx',
]

function everythingUnder(graph: Graph, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = files.map((file) => fileURLToPath(new URL(`../web/${file}`, import.meta.url)))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const module = graph.getModuleInfo(id)
    if (!module) throw new Error(`scripts/first-load.ts names ${id}, which is not built`)
    waiting.push(...module.importedIds)
  }
  return found
}

/**
 * Four files of scripts and of styles at most for what a listener needs at first: what every page
 * or the two best known ones need, what a concert and what the search share with an artist, and the
 * rest of the artist's page. Three more hold what he needs to order. Cut by who shares what, the same scripts were 76 files, a fifth heavier to send, and
 * each named once more in the HTML.
 */
export function inFewFiles(): Splitting {
  const found = new Map<readonly string[], ReadonlySet<string>>()
  function under(pages: readonly string[], graph: Graph): ReadonlySet<string> {
    const known = found.get(pages) ?? everythingUnder(graph, pages)
    found.set(pages, known)
    return known
  }
  const both = (id: string, graph: Graph, other: readonly string[]) =>
    under(ARTIST, graph).has(id) && under(other, graph).has(id)
  const any = (id: string, graph: Graph, pages: readonly (readonly string[])[]) =>
    pages.some((page) => under(page, graph).has(id))
  return {
    groups: [
      {
        priority: 5,
        name: (id, graph) =>
          under(EVERY_PAGE, graph).has(id) || both(id, graph, HOME) ? 'first' : null,
      },
      { priority: 4, name: (id, graph) => (both(id, graph, CONCERT) ? 'concert' : null) },
      { priority: 4, name: (id, graph) => (both(id, graph, SEARCH) ? 'found' : null) },
      {
        priority: 3,
        name: (id, graph) =>
          under(ARTIST, graph).has(id.replace(ROUTE_MODULE, '')) ? 'artist' : null,
      },
      // What other pages show at first must not bring along what is ordered with.
      {
        priority: 2,
        name: (id, graph) =>
          any(id, graph, [ORDERING, SHEETS]) && any(id, graph, [HOME, SEARCH, CONCERT])
            ? 'fields'
            : null,
      },
      { priority: 1, name: (id, graph) => (under(SHEETS, graph).has(id) ? 'sheets' : null) },
      { priority: 0, name: (id, graph) => (under(ORDERING, graph).has(id) ? 'ordering' : null) },
    ],
  }
}

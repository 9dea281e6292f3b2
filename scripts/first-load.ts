import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type NameOf = Extract<
  NonNullable<Splitting['groups']>[number]['name'],
  (...input: never) => unknown
>
type Graph = Parameters<NameOf>[1]

/** The router's module of a page: if left out, it would be a separate file that imports the other one. */
const ROUTE_MODULE = /\?__react-router-build-client-route$/u
const EVERY_PAGE = ['entry.client.tsx', 'root.tsx']
/** The page that the venue's QR code opens; parts that it loads on a tap are not included. */
const ARTIST = ['features/artist-page/artist.tsx']
const HOME = ['features/home/home.tsx']
const CONCERT = ['features/concert/concert.tsx']
const SEARCH = ['features/search/concerts/search.tsx']
/** Contents of the sheets of any page. */
const SHEETS = ['ui/overlays/sheet.tsx', 'ui/fields/field.tsx', 'ui/fields/checkbox.tsx']
/** What answers a search that was typed before hydration. */
const RESULTS = ['features/ordering/search-results.tsx']
/** What a listener needs after hydration: to choose a song, to order it, and to follow it. */
const ORDERING = [
  ...RESULTS,
  'features/ordering/sheets/order-sheets.tsx',
  'features/ordering/mine/my-orders.tsx',
  'features/ordering/mine/turn-signal.tsx',
  'ui/overlays/undo-bar.tsx',
]
/** What a listener needs after an order, once the network is idle. */
const AFTER_ORDER = [
  'features/artist-page/own-song/own-song.tsx',
  'features/artist-page/own-song/tip-sums.tsx',
  'parts/money/payment-returns.tsx',
]
/** By what the place of the next order follows the queue, once the network is idle. */
const MOVES = ['features/ordering/moves.ts']

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
 * At most three files of scripts and of styles for a listener's first view: what every page or the two best known ones
 * need, what a concert and the search share with an artist, and the rest of the artist's page. Three more have the code
 * for ordering, one what follows an order. Split by shared use, the same scripts were 76 files, a fifth heavier to send,
 * and each listed once more in the HTML.
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
        priority: 6,
        name: (id, graph) =>
          under(EVERY_PAGE, graph).has(id) || both(id, graph, HOME) ? 'first' : null,
      },
      {
        priority: 5,
        name: (id, graph) =>
          both(id, graph, CONCERT) || both(id, graph, SEARCH) ? 'concert' : null,
      },
      {
        priority: 4,
        name: (id, graph) =>
          under(ARTIST, graph).has(id.replace(ROUTE_MODULE, '')) ? 'artist' : null,
      },
      // The first view of other pages must not load the ordering code.
      {
        priority: 3,
        name: (id, graph) =>
          under(SHEETS, graph).has(id) ||
          (under(ORDERING, graph).has(id) && any(id, graph, [HOME, SEARCH, CONCERT]))
            ? 'sheets'
            : null,
      },
      // With the styles of all ordering, in one file.
      {
        priority: 2,
        name: (id, graph) =>
          under(RESULTS, graph).has(id) || (id.endsWith('.css') && under(ORDERING, graph).has(id))
            ? 'results'
            : null,
      },
      { priority: 1, name: (id, graph) => (under(ORDERING, graph).has(id) ? 'ordering' : null) },
      {
        priority: 0,
        name: (id, graph) => (under(AFTER_ORDER, graph).has(id) ? 'after-order' : null),
      },
      { priority: 0, name: (id, graph) => (under(MOVES, graph).has(id) ? 'moves' : null) },
    ],
  }
}

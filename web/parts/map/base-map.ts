import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import { Polygon, Polyline, SVG } from 'leaflet/src/layer/vector/index.js'
import type { TileFacts } from '#web/lib/pages/site-facts.ts'
import landUrl from './baked/ground.json?url'
import townsUrl from './baked/towns.json?url'
import waterUrl from './baked/water.json?url'
import type { RiverName, Town } from './map-view.ts'
import css from './map.module.css'
import type { BaseMapDrawing } from './map-names.ts'
import { drawNames } from './map-names.ts'

/** As scripts/bake-map.ts writes it: the first point in steps, then the offset of each next one. */
type PackedLine = readonly number[]

type PackedLand = {
  /** The number of steps in a degree. */
  steps: number
  /** Rings, even-odd: what lies in an odd number of them is land, and a lake is a hole. */
  land: readonly PackedLine[]
  borders: readonly PackedLine[]
}

type PackedWater = {
  steps: number
  /** Rivers that are visible from afar, and the others. */
  great: readonly PackedLine[]
  rivers: readonly PackedLine[]
  /** The labels of rivers: in Russian, degrees north, degrees east. */
  names: readonly RiverName[]
}

/** Widths in pixels at each zoom: a great river, another one. Tiles cover both where there are tiles. */
const WIDTHS: readonly (readonly [number, number])[] = [
  [0.6, 0],
  [0.6, 0],
  [0.6, 0],
  [0.8, 0],
  [1.1, 0.6],
  [1.5, 0.8],
  [2, 1.1],
  [2.6, 1.5],
  [3.4, 2],
  [4.5, 2.6],
  [6, 3.4],
  [8, 4.5],
  [11, 6],
]

function unpack(line: PackedLine, steps: number): LatLngTuple[] {
  const points: LatLngTuple[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at + 1 < line.length; at += 2) {
    x += line[at] ?? 0
    y += line[at + 1] ?? 0
    points.push([y / steps, x / steps])
  }
  return points
}

async function read<Content>(path: string, signal: AbortSignal): Promise<Content> {
  const answer = await fetch(path, { signal })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as Content
}

const name = (className: string | undefined) => (className === undefined ? {} : { className })

function makeLayers(map: LeafletMap) {
  const quiet = { renderer: new SVG({ padding: 0.5 }), interactive: false, smoothFactor: 1.4 }
  return {
    shape(rings: readonly PackedLine[], steps: number, className: string | undefined) {
      const points = rings.map((ring) => unpack(ring, steps))
      return new Polygon(points, { ...quiet, ...name(className) }).addTo(map)
    },
    lines(lines: readonly PackedLine[], steps: number, className: string | undefined) {
      const points = lines.map((line) => unpack(line, steps))
      return new Polyline(points, { ...quiet, ...name(className) }).addTo(map)
    },
  }
}

/** Rivers widen with the zoom as streets would, and do not hide a country from afar. */
function widenRivers(map: LeafletMap): void {
  const [great, other] = WIDTHS[Math.floor(map.getZoom())] ?? [0, 0]
  const { style } = map.getContainer()
  style.setProperty('--great-river', `${great}px`)
  style.setProperty('--river', `${other}px`)
}

/** Draws coasts, borders, waters and towns from files that ship with the product, so that no provider gets a visitor's address. */
async function drawBaseMap(map: LeafletMap, drawing: BaseMapDrawing): Promise<void> {
  const { signal } = drawing
  const [landData, towns] = await Promise.all([
    read<PackedLand>(landUrl, signal),
    read<Town[]>(townsUrl, signal),
  ])
  if (signal.aborted) return
  const layers = makeLayers(map)
  layers.shape(landData.land, landData.steps, css.land)
  const borders = layers.lines(landData.borders, landData.steps, css.border)
  map.getContainer().classList.add(css.drawn ?? '')
  drawing.onTowns(towns)
  const names = drawNames(map, towns, drawing)

  // Loaded last: the first view needs the land, and the map is complete without its rivers.
  const water = await read<PackedWater>(waterUrl, signal)
  if (signal.aborted) return
  layers.lines(water.rivers, water.steps, css.river)
  layers.lines(water.great, water.steps, css.greatRiver)
  names.addRivers(water.names)
  borders.bringToFront()
  widenRivers(map)
  map.on('zoomend', () => widenRivers(map))
}

/** Whose work is shown, and where its terms are. */
export type Credit = { text: string; href?: string }

/** What is drawn under the pins. */
type BaseMap = {
  /** For the line in the corner. */
  credits: readonly Credit[]
  /** Resolves when all that could load has loaded; a part that failed does not stop the others. */
  draw: (map: LeafletMap, drawing: Omit<BaseMapDrawing, 'tiles'>) => Promise<void>
}

const TILES_PANE = 'tiles'

/** Draws the tiles over the map's own land and names, under the pins; a tile that fails to load leaves a hole. */
async function drawTiles(
  map: LeafletMap,
  { maxZoom, large }: TileFacts,
  signal: AbortSignal,
): Promise<void> {
  const { TileLayer } = await import('leaflet/src/layer/tile/index.js')
  if (signal.aborted) return
  const pane = map.createPane(TILES_PANE)
  pane.classList.add(css.tiles ?? '')
  // Above the names of towns (450): a tile has its own.
  pane.style.zIndex = '460'
  new TileLayer(`/tiles/{z}/{x}/{y}${large ? '{r}' : ''}`, {
    pane: TILES_PANE,
    maxZoom: map.getMaxZoom(),
    maxNativeZoom: maxZoom,
    keepBuffer: 1,
  }).addTo(map)
}

/** The map's own drawing, and over it the tiles of a provider where one is named: where a tile is missing, the drawing is visible. */
export function baseMapOf(tiles: TileFacts | null): BaseMap {
  const credit: Credit = { text: 'Natural Earth, GeoNames' }
  return {
    credits: tiles === null ? [credit] : [{ text: tiles.credit, href: tiles.creditUrl }, credit],
    async draw(map, drawing) {
      const over = tiles === null ? [] : [drawTiles(map, tiles, drawing.signal)]
      const own = drawBaseMap(map, { ...drawing, tiles: tiles !== null })
      await Promise.allSettled([own, ...over])
    },
  }
}

import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import { Marker } from 'leaflet/src/layer/marker/index.js'
import { Polygon, Polyline, SVG } from 'leaflet/src/layer/vector/index.js'
import type { TileFacts } from '../../lib/site-facts.ts'
import { classes } from '../../ui/classes.ts'
import type { ScreenBox } from './map-view.ts'
import { freeRoom } from './map-view.ts'
import css from './map.module.css'
import { ElementIcon, PINS_DRAWN } from './pin-layer.ts'

/** The class of a town: 1 has a million people and more, 4 the fewest. */
type Town = readonly [name: string, latitude: number, longitude: number, size: number]

/** From which zoom the towns of each class have a name. */
const FROM_ZOOM = [0, 2, 5, 6, 7]
const LETTER_PX = 7.4
const LINE_PX = 24
const PANE = 'towns'

function labelOf([name, , , size]: Town): HTMLElement {
  const label = document.createElement('div')
  label.className = classes(css.town, size === 1 && css.large)
  label.setAttribute('aria-hidden', 'true')
  const word = document.createElement('span')
  word.textContent = name
  label.append(word)
  return label
}

/** Writes the names of towns on the map: the large ones first, none over another and none under a pin. */
function drawTowns(
  map: LeafletMap,
  towns: readonly Town[],
  pins: () => readonly ScreenBox[],
): void {
  // Between the land (400) and the pins (600).
  map.createPane(PANE).style.zIndex = '450'
  let shown = new Map<Town, Marker>()

  function boxOf([name, latitude, longitude]: Town): ScreenBox {
    const { x, y } = map.latLngToContainerPoint([latitude, longitude])
    const half = (name.length * LETTER_PX) / 2
    return { left: x - half, right: x + half, top: y - 4, bottom: y + LINE_PX }
  }

  function draw() {
    const zoom = map.getZoom()
    const seen = map.getBounds().pad(0.2)
    const near = towns.filter(
      ([, latitude, longitude, size]) =>
        zoom >= (FROM_ZOOM[size] ?? 0) && seen.contains([latitude, longitude]),
    )
    const next = new Map<Town, Marker>()
    for (const town of freeRoom(near, boxOf, pins())) {
      const known = shown.get(town)
      const icon = () => new ElementIcon(labelOf(town))
      const made = () =>
        new Marker([town[1], town[2]], {
          icon: icon(),
          pane: PANE,
          interactive: false,
          keyboard: false,
        }).addTo(map)
      next.set(town, known ?? made())
    }
    for (const [town, marker] of shown) if (!next.has(town)) marker.remove()
    shown = next
  }

  // Pins are drawn after each move, and when others are shown.
  map.on(PINS_DRAWN, draw)
  draw()
}

/** As scripts/bake-map.ts writes it: the first point in steps, then how far each next one lies off. */
type PackedLine = readonly number[]

type PackedGround = {
  /** So many steps make a degree. */
  steps: number
  land: readonly (readonly PackedLine[])[]
  borders: readonly PackedLine[]
}

type PackedWater = {
  steps: number
  lakes: readonly (readonly PackedLine[])[]
  /** Rivers that are seen from afar, and the others. */
  great: readonly PackedLine[]
  rivers: readonly PackedLine[]
}

/** Pixels at each zoom: a great river, another one. Nearer than this a river would run a street beside its bed. */
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
    shapes(polygons: PackedGround['land'], steps: number, className: string | undefined) {
      const rings = polygons.map((polygon) => polygon.map((ring) => unpack(ring, steps)))
      return new Polygon(rings, { ...quiet, ...name(className) }).addTo(map)
    },
    lines(lines: readonly PackedLine[], steps: number, className: string | undefined) {
      const points = lines.map((line) => unpack(line, steps))
      return new Polyline(points, { ...quiet, ...name(className) }).addTo(map)
    },
  }
}

/** Rivers grow with the map as streets would, and do not hide a country from afar. */
function widenRivers(map: LeafletMap): void {
  const [great, other] = WIDTHS[Math.floor(map.getZoom())] ?? [0, 0]
  const { style } = map.getContainer()
  style.setProperty('--great-river', `${great}px`)
  style.setProperty('--river', `${other}px`)
}

/** Coasts, borders, waters and towns out of files that ship with the product, so that no provider gets a visitor's address. */
async function drawOwnGround(
  map: LeafletMap,
  pins: () => readonly ScreenBox[],
  signal: AbortSignal,
): Promise<void> {
  const [ground, towns] = await Promise.all([
    read<PackedGround>('/map/ground.json', signal),
    read<readonly Town[]>('/map/towns.json', signal),
  ])
  if (signal.aborted) return
  const layers = makeLayers(map)
  layers.shapes(ground.land, ground.steps, css.land)
  const borders = layers.lines(ground.borders, ground.steps, css.border)
  map.getContainer().classList.add(css.drawn ?? '')
  drawTowns(map, towns, pins)

  // Only now: the land is what a first look needs, and the map is whole without its rivers.
  const water = await read<PackedWater>('/map/water.json', signal)
  if (signal.aborted) return
  layers.shapes(water.lakes, water.steps, css.lake)
  layers.lines(water.great, water.steps, css.greatRiver)
  layers.lines(water.rivers, water.steps, css.river)
  borders.bringToFront()
  widenRivers(map)
  map.on('zoomend', () => widenRivers(map))
}

/** Whose work is seen, and where its terms are. */
export type Credit = { text: string; href?: string }

/** What is drawn under the pins. */
type BaseMap = {
  /** For the line in the corner. */
  credits: readonly Credit[]
  /** Ends when all that could come has come; a part that could not leaves the others. */
  draw: (map: LeafletMap, pins: () => readonly ScreenBox[], signal: AbortSignal) => Promise<void>
}

async function drawTiles(map: LeafletMap, tiles: TileFacts, signal: AbortSignal): Promise<void> {
  const { layTiles } = await import('./tile-ground.ts')
  if (!signal.aborted) layTiles(map, tiles)
}

/** The map's own drawing, and over it the tiles where somebody's are named: where one is missing, the drawing is seen. */
export function groundOf(tiles: TileFacts | null): BaseMap {
  const own: Credit = { text: 'Natural Earth, GeoNames' }
  return {
    credits: tiles === null ? [own] : [{ text: tiles.credit, href: tiles.creditUrl }, own],
    async draw(map, pins, signal) {
      const over = tiles === null ? [] : [drawTiles(map, tiles, signal)]
      await Promise.allSettled([drawOwnGround(map, pins, signal), ...over])
    },
  }
}

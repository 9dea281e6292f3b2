import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import { Polygon, Polyline, SVG } from 'leaflet/src/layer/vector/index.js'
import css from './ground.module.css'
import { drawTowns } from './town-labels.ts'
import type { Town } from './town-labels.ts'

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

/** Coasts, borders, waters and towns out of files that ship with the product: nobody else learns who looks where. */
export async function drawOwnGround(map: LeafletMap, signal: AbortSignal): Promise<void> {
  const [ground, towns] = await Promise.all([
    read<PackedGround>('/map/ground.json', signal),
    read<readonly Town[]>('/map/towns.json', signal),
  ])
  if (signal.aborted) return
  const layers = makeLayers(map)
  layers.shapes(ground.land, ground.steps, css.land)
  const borders = layers.lines(ground.borders, ground.steps, css.border)
  map.getContainer().classList.add(css.drawn ?? '')
  drawTowns(map, towns)

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

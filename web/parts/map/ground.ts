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

/** What is drawn under the pins, and how to stop. Another ground, one of tiles say, has the same shape. */
export type Ground = {
  /** Whose work it is, for the line in the corner. */
  credit: string
  draw: (map: LeafletMap, signal: AbortSignal) => Promise<void>
}

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

function drawLand(map: LeafletMap, { steps, land, borders }: PackedGround): void {
  const renderer = new SVG({ padding: 0.5 })
  const quiet = { renderer, interactive: false, smoothFactor: 1.4 }
  const shapes = land.map((polygon) => polygon.map((ring) => unpack(ring, steps)))
  const lines = borders.map((line) => unpack(line, steps))
  new Polygon(shapes, { ...quiet, ...name(css.land) }).addTo(map)
  new Polyline(lines, { ...quiet, ...name(css.border) }).addTo(map)
  map.getContainer().classList.add(css.drawn ?? '')
}

/** Coasts, borders and towns out of files that ship with the product: nobody else learns who looks where. */
export const OWN_GROUND: Ground = {
  credit: 'Natural Earth, GeoNames',
  async draw(map, signal) {
    const [ground, towns] = await Promise.all([
      read<PackedGround>('/map/ground.json', signal),
      read<readonly Town[]>('/map/towns.json', signal),
    ])
    if (signal.aborted) return
    drawLand(map, ground)
    drawTowns(map, towns)
  },
}

import type { Map as LeafletMap } from 'leaflet'
import { Marker } from 'leaflet/src/layer/marker/index.js'
import { classes } from '#web/ui/classes.ts'
import { ElementIcon } from './element-icon.ts'
import css from './ground.module.css'
import type { Box } from './free-room.ts'
import { freeRoom } from './free-room.ts'

/** The class of a town: 1 has a million people and more, 4 the fewest. */
export type Town = readonly [name: string, latitude: number, longitude: number, size: number]

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

/** Writes the names of towns on the map: the large ones first, and none over another. */
export function drawTowns(map: LeafletMap, towns: readonly Town[]): void {
  // Between the land (400) and the pins (600).
  map.createPane(PANE).style.zIndex = '450'
  let shown = new Map<Town, Marker>()

  function boxOf([name, latitude, longitude]: Town): Box {
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
    for (const town of freeRoom(near, boxOf)) {
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

  map.on('moveend', draw)
  draw()
}

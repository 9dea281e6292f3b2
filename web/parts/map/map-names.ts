import type { Map as LeafletMap } from 'leaflet'
import { Marker } from 'leaflet/src/layer/marker/index.js'
import { Circle } from 'leaflet/src/layer/vector/index.js'
import { classes } from '#web/ui/classes.ts'
import css from './map.module.css'
import type { MapPoint, RiverName, ScreenBox, Town } from './map-view.ts'
import {
  arrowTo,
  edgeOf,
  freeRoom,
  kmBetween,
  kmText,
  metresPerPixel,
  placed,
  pointOfTown,
  ringsOf,
  townAround,
} from './map-view.ts'
import { ElementIcon, PINS_DRAWN } from './pin-layer.ts'

/** From which zoom the towns of each class are named. */
const FROM_ZOOM = [0, 2, 5, 6, 7]
/** From this zoom on a map shows one town: distances stand in for what it cannot draw. */
const TOWN_ZOOM = 10
const LETTER_PX = { large: 9, other: 7.4 }
const LINE_PX = 24
/** The half of a cluster or a pin. */
const ASIDE_PX = 30
const UNDER_PX = 22
const NO_SHIFT: readonly [number, number] = [0, 0]
const PANE = 'towns'
/** The margin of a label at the edge. */
const EDGE_PX = 14
const MOST_AT_EDGE = 5
const FARTHEST_KM = 150

export type BaseMapDrawing = {
  /** What names must not cover, in pixels of the map. */
  occupied: () => readonly ScreenBox[]
  /** Another provider's tiles lie over the drawing: they show the distances. */
  tiles: boolean
  /** Called once, as soon as the towns are known; what is added to them is named too. */
  onTowns: (towns: Town[]) => void
  signal: AbortSignal
}

/** A label on the map, before it is known whether there is room for it. */
type Word = MapPoint & {
  key: string
  text: string
  kind: 'town' | 'large' | 'river' | 'ring' | 'edge'
}

const widthOf = ({ text, kind }: Pick<Word, 'text' | 'kind'>) =>
  text.length * (kind === 'large' ? LETTER_PX.large : LETTER_PX.other)

/** Under the dot; lower, under a cluster or a venue’s name there; beside it to the right; to the left. */
function shiftsOf(word: Word): readonly (readonly [number, number])[] {
  const aside = widthOf(word) / 2 + ASIDE_PX
  return [
    [0, 0],
    [0, UNDER_PX],
    [aside, -LINE_PX / 2],
    [-aside, -LINE_PX / 2],
  ]
}

function labelOf({ text, kind }: Word, [dx, dy] = NO_SHIFT): HTMLElement {
  const label = document.createElement('div')
  const isTown = kind === 'town' || kind === 'large'
  label.className = classes(
    css.word,
    isTown ? css.town : css.way,
    kind === 'large' && css.large,
    kind === 'river' && css.riverName,
  )
  label.setAttribute('aria-hidden', 'true')
  const word = document.createElement('span')
  word.textContent = text
  if (dx !== 0 || dy !== 0) {
    word.style.translate = `${dx}px ${dy}px`
    label.classList.add(css.shifted ?? '')
  }
  label.append(word)
  return label
}

/** The ring's label stands at the top of the ring, or at its bottom where the top is out of sight. */
function topOf(town: Town, km: number, seen: { contains: (point: [number, number]) => boolean }) {
  const { latitude, longitude } = pointOfTown(town)
  const up = latitude + km / 111.2
  return seen.contains([up, longitude])
    ? { latitude: up, longitude }
    : { latitude: latitude - km / 111.2, longitude }
}

/**
 * Draws the names of towns, the large ones first, none over another, under a pin or a button. Without tiles a near map
 * also has rings of distance around its town, and at its edges the towns beyond them.
 */
export function drawNames(map: LeafletMap, towns: readonly Town[], drawing: BaseMapDrawing) {
  // Between the land (400) and the pins (600).
  map.createPane(PANE).style.zIndex = '450'
  let shown = new Map<string, Marker>()
  let rings: Circle[] = []
  let rivers: readonly RiverName[] = []

  const xyOf = ({ latitude, longitude }: MapPoint) =>
    map.latLngToContainerPoint([latitude, longitude])

  function boxOf(word: Word): ScreenBox {
    const { x, y } = xyOf(word)
    const half = widthOf(word) / 2
    const isTown = word.kind === 'town' || word.kind === 'large'
    const [up, down] = isTown ? [4, LINE_PX] : [10, 10]
    return { left: x - half, right: x + half, top: y - up, bottom: y + down }
  }

  /**
   * A town's name stands under its dot, and moves only for a pin or a cluster there: moved for another town's name, it
   * would seem to belong to neither.
   */
  function boxesOf(word: Word, occupied: readonly ScreenBox[]): ScreenBox[] {
    const box = boxOf(word)
    const isTown = word.kind === 'town' || word.kind === 'large'
    if (!isTown || freeRoom([box], (one) => one, occupied).length > 0) return [box]
    return shiftsOf(word).map(([dx, dy]) => ({
      left: box.left + dx,
      right: box.right + dx,
      top: box.top + dy,
      bottom: box.bottom + dy,
    }))
  }

  function townWords(): Word[] {
    const zoom = map.getZoom()
    const seen = map.getBounds().pad(0.2)
    return towns
      .filter(
        ([, ...rest]) => zoom >= (FROM_ZOOM[rest[2]] ?? 0) && seen.contains([rest[0], rest[1]]),
      )
      .map((town) => ({
        ...pointOfTown(town),
        key: `town ${town.join(' ')}`,
        text: town[0],
        kind: town[3] === 1 ? 'large' : 'town',
      }))
  }

  const riverWords = (): Word[] =>
    rivers.map(([text, latitude, longitude]) => ({
      latitude,
      longitude,
      key: `river ${text} ${latitude} ${longitude}`,
      text,
      kind: 'river',
    }))

  function ringWords(town: Town, centre: MapPoint): Word[] {
    const kmPerPixel = metresPerPixel(centre.latitude, map.getZoom()) / 1000
    const away = kmBetween(pointOfTown(town), centre)
    const { x: width, y: height } = map.getSize()
    const half = (Math.hypot(width, height) / 2) * kmPerPixel
    const seen = map.getBounds()
    const radii = ringsOf({ near: away - half, far: away + half }, kmPerPixel)
    rings = radii.map((km) =>
      new Circle([town[1], town[2]], {
        radius: km * 1000,
        interactive: false,
        ...(css.ring !== undefined && { className: css.ring }),
      }).addTo(map),
    )
    return radii.map((km) => ({
      ...topOf(town, km, seen),
      key: `ring ${town.join(' ')} ${km}`,
      text: kmText(km),
      kind: 'ring',
    }))
  }

  /** The labels of towns out of sight, each at the edge towards its town. */
  function edgeWords(centre: MapPoint): Word[] {
    const { x: width, y: height } = map.getSize()
    const seen = map.getBounds()
    const beyond = towns
      .filter((town) => !seen.contains([town[1], town[2]]))
      .map((town) => ({ town, km: kmBetween(centre, pointOfTown(town)) }))
      .filter(({ km }) => km < FARTHEST_KM)
      .toSorted((one, other) => one.km * one.town[3] - other.km * other.town[3])
    return beyond
      .slice(0, MOST_AT_EDGE * 2)
      .flatMap(({ town: [name, latitude, longitude], km }) => {
        const there = xyOf({ latitude, longitude })
        const arrow = arrowTo(there.x - width / 2, there.y - height / 2)
        const text = `${arrow} ${name}, ${kmText(km)}`
        const side = widthOf({ text, kind: 'edge' }) / 2 + EDGE_PX
        const inner = { left: side, right: width - side, top: EDGE_PX, bottom: height - EDGE_PX }
        const spot = edgeOf(inner, there)
        if (spot === null) return []
        const { lat, lng } = map.containerPointToLatLng([spot.x, spot.y])
        return {
          latitude: lat,
          longitude: lng,
          key: `edge ${text} ${lat} ${lng}`,
          text,
          kind: 'edge',
        }
      })
  }

  function draw() {
    for (const ring of rings) ring.remove()
    rings = []
    const { lat: latitude, lng: longitude } = map.getCenter()
    const centre = { latitude, longitude }
    const isScheme = !drawing.tiles && map.getZoom() >= TOWN_ZOOM
    const town = isScheme ? townAround(towns, centre) : null
    const words = [
      ...townWords(),
      ...(isScheme
        ? riverWords().filter((word) => map.getBounds().contains([word.latitude, word.longitude]))
        : []),
      ...(town === null ? [] : ringWords(town, centre)),
      ...(isScheme ? edgeWords(centre) : []),
    ]
    const next = new Map<string, Marker>()
    const { x: width } = map.getSize()
    const beside = { top: -Infinity, bottom: Infinity }
    // No name is cut by the edge of the map.
    const occupied = [
      ...drawing.occupied(),
      { ...beside, left: -Infinity, right: 0 },
      { ...beside, left: width, right: Infinity },
    ]
    for (const { one: word, at } of placed(words, (one) => boxesOf(one, occupied), occupied)) {
      const key = `${word.key} ${at}`
      const made = () =>
        new Marker([word.latitude, word.longitude], {
          icon: new ElementIcon(labelOf(word, shiftsOf(word)[at])),
          pane: PANE,
          interactive: false,
          keyboard: false,
        }).addTo(map)
      next.set(key, shown.get(key) ?? made())
    }
    for (const [key, marker] of shown) if (!next.has(key)) marker.remove()
    shown = next
  }

  // Pins are drawn after each move, and when others are shown.
  map.on(PINS_DRAWN, draw)
  draw()
  return {
    addRivers(named: readonly RiverName[]) {
      rivers = named
      draw()
    },
  }
}

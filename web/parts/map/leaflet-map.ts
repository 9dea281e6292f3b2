import type { LatLngTuple, LeafletMouseEvent, PointTuple } from 'leaflet'
import { Marker } from 'leaflet/src/layer/marker/index.js'
import { Map as LeafletMap } from 'leaflet/src/map/index.js'
import type { TileFacts } from '#web/lib/pages/site-facts.ts'
import { baseMapOf } from './base-map.ts'
import './leaflet.css'
import type {
  MapBounds,
  MapCentre,
  MapPin,
  MapPoint,
  MapView,
  ScreenBox,
  Scale,
  Town,
} from './map-view.ts'
import { MOSCOW, nearestZoom, pointOfTown, scaleOf, townAround } from './map-view.ts'
import { meElement } from './pin-element.ts'
import { ElementIcon, PINS_DRAWN, makeOwnPin, pointAt, makePinLayer } from './pin-layer.ts'

const STEP_PX = 80
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
}

/** Arrow keys move the map, plus and minus change its zoom, wherever in the frame the focus is. */
function listenToKeys(frame: HTMLElement, map: LeafletMap, signal: AbortSignal): void {
  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.key]
    if (step !== undefined) map.panBy([step[0], step[1]], { animate: false })
    else if (event.key === '+' || event.key === '=') map.zoomIn()
    else if (event.key === '-') map.zoomOut()
    else return
    event.preventDefault()
  }
  frame.addEventListener('keydown', onKey, { signal })
}

export type SeenBounds = {
  bounds: MapBounds
  centre: MapCentre
  scale: Scale
  /** Zooming in further would show nothing more. */
  nearest: boolean
  /** The user moved the map, not the page. */
  byUser: boolean
}

export type MapOptions = {
  /** Contains the map, its buttons and its texts; keys pressed in it move the map. */
  frame: HTMLElement
  /** The first view, unless `show` fits the pins. */
  view: MapView
  /** One concert on a page that scrolls: the finger and the wheel scroll the page, not the map. */
  still: boolean
  /** Another provider's drawing over our own. */
  tiles: TileFacts | null
  /** Null: the pins cannot be selected. */
  onSelect: ((id: string) => void) | null
  /** Called on a press on the map, or at the end of a drag of the own pin; null: there is nothing to pick. */
  onPick?: ((point: MapPoint) => void) | null
  /** Called after each move, and once at the start. */
  onMove: (seen: SeenBounds) => void
  /** Called once the towns are known. */
  onTowns?: ((towns: readonly Town[]) => void) | undefined
}

export type OpenMap = ReturnType<typeof openMap>

/** At this zoom a phone shows the country from one end to the other. */
const FARTHEST = 2
const WIDEST_SCALE_PX = 100
/** Padding around the pins when all are shown: they stand above their points, and the buttons at the right edge. */
const AROUND = { paddingTopLeft: [28, 64], paddingBottomRight: [76, 48] } satisfies Record<
  string,
  PointTuple
>
/** A single concert is shown with the town around it. */
const NEAREST_FIT = 12
/** The map moves no further than the last town at any edge. */
const WORLD: [LatLngTuple, LatLngTuple] = [
  [-62, -190],
  [85, 210],
]

const at = ({ latitude, longitude }: MapPoint): LatLngTuple => [latitude, longitude]

/** Opens a map in `box`, an empty element with a size of its own. */
export function openMap(box: HTMLElement, options: MapOptions) {
  const { frame, still, onPick = null } = options
  const hasTiles = options.tiles !== null
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const motion = { animate: !calm }
  const dragDisabled = still && !matchMedia('(pointer: fine)').matches
  const map = new LeafletMap(box, {
    minZoom: FARTHEST,
    maxZoom: nearestZoom({ tiles: hasTiles, town: true, venue: true }),
    attributionControl: false,
    zoomControl: false,
    // Keys are handled on the pins and the buttons too, see listenToKeys.
    keyboard: false,
    scrollWheelZoom: !still,
    dragging: !dragDisabled,
    touchZoom: !still,
    maxBounds: WORLD,
    maxBoundsViscosity: 0.8,
    fadeAnimation: !calm,
    zoomAnimation: !calm,
    markerZoomAnimation: !calm,
  })
  const ended = new AbortController()
  const { signal } = ended

  let byUser = false
  for (const touch of ['pointerdown', 'wheel', 'keydown'])
    frame.addEventListener(touch, () => (byUser = true), { signal, passive: true })

  function look(view: MapView, move: { animate: boolean }) {
    if ('latitude' in view) return map.setView(at(view), view.zoom ?? MOSCOW.zoom, move)
    const { west, south, east, north } = view
    const corners: LatLngTuple[] = [
      [south, west],
      [north, east],
    ]
    return map.fitBounds(corners, { ...AROUND, maxZoom: NEAREST_FIT, ...move })
  }

  function reportMove() {
    const bounds = map.getBounds()
    const { lat: latitude, lng: longitude } = map.getCenter()
    const zoom = map.getZoom()
    options.onMove({
      bounds: {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      },
      centre: { latitude, longitude, zoom },
      scale: scaleOf(latitude, zoom, WIDEST_SCALE_PX),
      nearest: zoom >= map.getMaxZoom(),
      byUser,
    })
  }

  /** The boxes of the buttons, the scale and the credit, in pixels of the map. */
  function controls(): ScreenBox[] {
    const { left: x, top: y } = box.getBoundingClientRect()
    return [...frame.querySelectorAll('[data-over-map]')].map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left: left - x, right: right - x, top: top - y, bottom: bottom - y }
    })
  }

  let towns: Town[] | null = null
  let added: Town | null = null
  let me: Marker | null = null

  function joinTown() {
    if (towns === null || added === null) return
    const [name] = added
    const same = townAround(
      towns.filter((one) => one[0] === name),
      pointOfTown(added),
    )
    if (same === null) towns.push(added)
    limitZoom()
    map.fire(PINS_DRAWN)
  }

  /** In open country, limits the zoom to what the map still has to show there. */
  function limitZoom() {
    if (towns === null) return
    const { lat: latitude, lng: longitude } = map.getCenter()
    const town = townAround(towns, { latitude, longitude }) !== null
    const venue = onPick !== null || layer.isSeen(map.getBounds())
    map.setMaxZoom(nearestZoom({ tiles: hasTiles, town, venue }))
  }

  const layer = makePinLayer(map, options.onSelect, controls)
  map.on('moveend', () => {
    limitZoom()
    reportMove()
  })
  const own = makeOwnPin(map, dragDisabled ? null : onPick)
  if (onPick !== null)
    map.on('click', ({ latlng }: LeafletMouseEvent) => onPick(pointAt(map, latlng)))
  look(options.view, { animate: false })
  listenToKeys(frame, map, signal)
  const sized = new ResizeObserver(() => map.invalidateSize({ pan: false }))
  sized.observe(box)
  const baseMap = baseMapOf(options.tiles)
  // Without its drawing the map still shows where the concerts lie relative to each other.
  void baseMap.draw(map, {
    occupied: () => [...controls(), ...layer.boxes(), ...own.boxes()],
    signal,
    onTowns(known) {
      towns = known
      joinTown()
      limitZoom()
      options.onTowns?.(known)
    },
  })

  return {
    credits: baseMap.credits,
    /** Shows these pins, the selected one green and visible above what covers the lower edge. */
    show(pins: readonly MapPin[], selected: string | null, coveredPx = 0) {
      layer.show(pins, selected)
      limitZoom()
      const chosen = pins.find((pin) => pin.id === selected)
      if (chosen === undefined) return
      const [left, low] = AROUND.paddingBottomRight
      const paddingBottomRight: PointTuple = [left, Math.max(low, coveredPx)]
      map.panInside(at(chosen), { ...AROUND, ...motion, paddingBottomRight })
    },
    /** Sets the one pin of a map to pick on, or removes it; `name` is read out. */
    pin: own.put,
    centre: (): MapPoint => pointAt(map, map.getCenter()),
    look(view: MapView) {
      byUser = false
      look(view, motion)
    },
    /** Goes where the user is, and marks the place. */
    showMe(point: MapPoint, zoom: number) {
      byUser = true
      me?.remove()
      me = new Marker(at(point), {
        icon: new ElementIcon(meElement()),
        interactive: false,
        keyboard: false,
      }).addTo(map)
      look({ ...point, zoom }, motion)
    },
    /** Names this town too: the map knows by itself only the larger ones. */
    addTown(town: Town) {
      added = town
      joinTown()
    },
    zoomIn: () => map.zoomIn(),
    zoomOut: () => map.zoomOut(),
    close() {
      ended.abort()
      sized.disconnect()
      map.remove()
    },
  }
}

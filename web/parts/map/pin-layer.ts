import type { LatLng, LatLngBounds, Map as LeafletMap, LeafletMouseEvent } from 'leaflet'
import { Icon, Marker } from 'leaflet/src/layer/marker/index.js'
import Supercluster from 'supercluster'
import type { ScreenBox, MapPin, MapPoint } from './map-view.ts'
import { freeRoom, groupsOf } from './map-view.ts'
import {
  PIN_HEIGHT,
  PIN_WIDTH,
  clusterElement,
  stylePin,
  lowerEdgeOf,
  namePlace,
  pinElement,
  quietPinElement,
} from './pin-element.ts'

/** Shows our own element on the map, without a string of HTML. */
export class ElementIcon extends Icon {
  readonly element: HTMLElement

  constructor(element: HTMLElement) {
    super({ iconUrl: '' })
    this.element = element
  }

  override createIcon(): HTMLElement {
    return this.element
  }

  override createShadow(): HTMLElement {
    // No shadow: the library's type does not allow null.
    return null as unknown as HTMLElement
  }
}

/** Pins closer than this (px) are shown as a cluster with their number; at the nearest zoom they stand in rows. */
const TOGETHER_PX = 52
/** The nearest zoom of any map, see `nearestZoom`. */
const LAST_CLUSTERED_ZOOM = 17
/** Pins of one place stand in rows, so that each can be pressed. */
const ROW = 5
const STEP_PX = 40
const ROW_PX = 44
const ON_TOP = 10_000

type Lone = { pin: MapPin }
type Sum = { live: boolean; spot: string; place: string }
type Shown = { key: string; marker: Marker; element: HTMLElement }
/** A pin or a cluster of one venue. */
type AtVenue = Shown & { place: string }

/** Fired on the map after each drawing of its pins. */
export const PINS_DRAWN = 'pinsdrawn'
/** From this zoom on a map shows one town, and venues are named. */
const NAMED_ZOOM = 11
const LETTER_PX = 7.4
const NAME_PX = 22

const keyOfSpot = ({ latitude, longitude }: MapPin) =>
  `${latitude.toFixed(5)} ${longitude.toFixed(5)}`

const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey

/** The pins and clusters on a map, in the order in which the concerts were given. */
export function makePinLayer(
  map: LeafletMap,
  onSelect: ((id: string) => void) | null,
  /** The boxes that lie over the map. */
  controls: () => readonly ScreenBox[],
) {
  let pins: readonly MapPin[] = []
  let selected: string | null = null
  let index = new Supercluster<Lone, Sum>()
  let shown = new Map<string, Shown>()
  let named: readonly AtVenue[] = []

  function buildIndex() {
    index = new Supercluster<Lone, Sum>({
      radius: TOGETHER_PX,
      extent: 256,
      maxZoom: LAST_CLUSTERED_ZOOM,
      map: ({ pin }) => ({
        live: pin.live === true,
        spot: keyOfSpot(pin),
        place: pin.place ?? '',
      }),
      reduce: (sum, one) => {
        sum.live ||= one.live
        if (sum.spot !== one.spot) sum.place = ''
      },
    })
    // The selected pin is always visible: no cluster hides it.
    const others = pins.filter((pin) => pin.id !== selected)
    index.load(
      others.map((pin) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [pin.longitude, pin.latitude] },
        properties: { pin },
      })),
    )
  }

  function place(key: string, element: HTMLElement, latitude: number, longitude: number): Shown {
    const icon = new ElementIcon(element)
    const marker = new Marker([latitude, longitude], { icon, keyboard: false }).addTo(map)
    return { key, marker, element }
  }

  function placePin(pin: MapPin): Shown {
    const element = onSelect === null ? quietPinElement() : pinElement(pin.href)
    const made = place(`pin ${pin.id}`, element, pin.latitude, pin.longitude)
    if (onSelect === null) return made
    // The end of a drag is a click as well: the library ignores it, but the link would be followed.
    element.addEventListener('click', (event) => opensElsewhere(event) || event.preventDefault())
    made.marker.on('click', ({ originalEvent }: LeafletMouseEvent) => {
      if (!opensElsewhere(originalEvent)) onSelect(pin.id)
    })
    return made
  }

  /** Zooms in until the cluster splits. */
  function open(cluster: number, [longitude, latitude]: readonly number[]) {
    const zoom = Math.min(index.getClusterExpansionZoom(cluster), map.getMaxZoom())
    map.setView([latitude ?? 0, longitude ?? 0], zoom)
  }

  function updatePin({ element }: Shown, pin: MapPin, among: readonly MapPin[]) {
    const on = pin.id === selected
    stylePin(element, pin, on)
    const at = among.indexOf(pin)
    const row = Math.floor(at / ROW)
    const inRow = Math.min(ROW, among.length - row * ROW)
    element.style.marginLeft = `${((at % ROW) - (inRow - 1) / 2) * STEP_PX - PIN_WIDTH / 2}px`
    element.style.marginTop = `${-PIN_HEIGHT - row * STEP_PX}px`
  }

  /** Screen readers and the Tab key go through the pins in the order of the list. */
  function putInOrder(order: readonly Shown[]) {
    const pane = map.getPane('markerPane')
    let next: Element | null = pane?.firstElementChild ?? null
    for (const { element } of order) {
      if (element === next) next = next.nextElementSibling
      else pane?.insertBefore(element, next)
    }
  }

  const xyOf = ({ latitude, longitude }: MapPoint) =>
    map.latLngToContainerPoint([latitude, longitude])

  /** What stands closest to where a pin or a cluster stood: a cluster that has split gives it the focus. */
  function nearestTo({ marker }: Shown): Shown | undefined {
    const km = (one: Shown) => map.distance(one.marker.getLatLng(), marker.getLatLng())
    return [...shown.values()].toSorted((one, other) => km(one) - km(other))[0]
  }

  function draw() {
    const bounds = map.getBounds().pad(0.3)
    const zoom = Math.round(map.getZoom())
    const found = index.getClusters(
      [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      zoom,
    )
    const isNearest = zoom >= map.getMaxZoom()
    const alone = new Set<string>(selected === null ? [] : [selected])
    const next = new Map<string, Shown>()
    const atVenues: AtVenue[] = []
    for (const { geometry, properties } of found) {
      if (!('cluster' in properties)) {
        alone.add(properties.pin.id)
        continue
      }
      const { cluster_id: cluster, point_count: count, live, place: venue } = properties
      if (isNearest) {
        for (const leaf of index.getLeaves(cluster, count)) alone.add(leaf.properties.pin.id)
        continue
      }
      const [longitude = 0, latitude = 0] = geometry.coordinates
      const key = `cluster ${longitude} ${latitude} ${count} ${live}`
      const known = shown.get(key)
      const drawn = known ?? place(key, clusterElement(count, live, venue), latitude, longitude)
      drawn.marker.off('click').on('click', () => open(cluster, geometry.coordinates))
      next.set(key, drawn)
      atVenues.push({ ...drawn, place: venue })
    }
    const standing = pins.filter((pin) => alone.has(pin.id))
    for (const together of groupsOf(standing, xyOf, ROW_PX)) {
      const [first] = together
      const oneVenue = together.every((pin) => pin.place === first?.place)
      for (const pin of together) {
        const drawn = shown.get(`pin ${pin.id}`) ?? placePin(pin)
        const { latitude, longitude } = first ?? pin
        drawn.marker.setLatLng([latitude, longitude])
        drawn.marker.setZIndexOffset(pin.id === selected ? ON_TOP : 0)
        updatePin(drawn, pin, together)
        next.set(drawn.key, drawn)
        // Of pins that share a place only the first one carries its name.
        atVenues.push({ ...drawn, place: (oneVenue && pin === first && pin.place) || '' })
      }
    }
    const left = [...shown.values()].find(({ element }) => element === document.activeElement)
    for (const [key, { marker }] of shown) if (!next.has(key)) marker.remove()
    shown = next
    if (left !== undefined && !next.has(left.key)) nearestTo(left)?.element.focus()
    const inList = new Map(pins.map(({ id }, at) => [`pin ${id}`, at]))
    putInOrder(
      [...next.values()].toSorted(
        (one, other) => (inList.get(one.key) ?? -1) - (inList.get(other.key) ?? -1),
      ),
    )
    namePlaces(atVenues, zoom >= NAMED_ZOOM)
    map.fire(PINS_DRAWN)
  }

  const boxOfMarker = ({ marker, element }: Shown): ScreenBox => {
    const { x, y } = map.latLngToContainerPoint(marker.getLatLng())
    const left = x + (Number.parseFloat(element.style.marginLeft) || -PIN_WIDTH / 2)
    const top = y + (Number.parseFloat(element.style.marginTop) || -PIN_WIDTH / 2)
    const height = lowerEdgeOf(element) === 0 ? PIN_HEIGHT : PIN_WIDTH
    return { left, right: left + PIN_WIDTH, top, bottom: top + height }
  }

  function boxOfName({ marker, element, place: name }: AtVenue): ScreenBox {
    const { x, y } = map.latLngToContainerPoint(marker.getLatLng())
    const half = (name.length * LETTER_PX) / 2
    const top = y + lowerEdgeOf(element)
    return { left: x - half, right: x + half, top, bottom: top + NAME_PX }
  }

  const boxes = () => [...[...shown.values()].map(boxOfMarker), ...named.map(boxOfName)]

  /** No venue's name may cover a pin, a cluster or another name. */
  function namePlaces(atVenues: readonly AtVenue[], isNear: boolean) {
    const standing = [...[...shown.values()].map(boxOfMarker), ...controls()]
    const some = isNear ? atVenues.filter((one) => one.place !== '') : []
    named = freeRoom(some, boxOfName, standing)
    for (const one of atVenues) namePlace(one.element, named.includes(one) ? one.place : '')
  }

  buildIndex()
  map.on('moveend', draw)

  return {
    /** The boxes of pins, clusters and names, in pixels of the map. */
    boxes,
    isSeen: (bounds: LatLngBounds) =>
      pins.some(({ latitude, longitude }) => bounds.contains([latitude, longitude])),
    show(nextPins: readonly MapPin[], nextSelected: string | null) {
      pins = nextPins
      selected = nextSelected
      buildIndex()
      draw()
    },
  }
}

/** A point on the map, also on one that was moved around the globe. */
export function pointAt(map: LeafletMap, place: LatLng): MapPoint {
  const { lat: latitude, lng: longitude } = map.wrapLatLng(place)
  return { latitude, longitude }
}

/** The one pin of a map to pick on. Without `onDrop` it cannot be dragged. */
export function makeOwnPin(map: LeafletMap, onDrop: ((point: MapPoint) => void) | null) {
  let marker: Marker | null = null

  function standing(point: MapPoint): Marker {
    const element = quietPinElement()
    element.style.marginLeft = `${-PIN_WIDTH / 2}px`
    element.style.marginTop = `${-PIN_HEIGHT}px`
    const made = new Marker([point.latitude, point.longitude], {
      icon: new ElementIcon(element),
      keyboard: false,
      draggable: onDrop !== null,
      autoPan: true,
    }).addTo(map)
    made.on('dragend', () => onDrop?.(pointAt(map, made.getLatLng())))
    return made
  }

  return {
    /** The box of the pin, in pixels of the map. */
    boxes(): ScreenBox[] {
      if (marker === null) return []
      const { x, y } = map.latLngToContainerPoint(marker.getLatLng())
      const left = x - PIN_WIDTH / 2
      return [{ left, right: left + PIN_WIDTH, top: y - PIN_HEIGHT, bottom: y }]
    },
    put(point: MapPoint | null, name: string) {
      if (point === null) {
        marker?.remove()
        marker = null
        return
      }
      marker ??= standing(point)
      marker.setLatLng([point.latitude, point.longitude])
      const element = marker.getElement()
      if (element !== undefined)
        stylePin(element, { id: '', href: '', title: name, ...point }, true)
      map.fire(PINS_DRAWN)
    },
  }
}

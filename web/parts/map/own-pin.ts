import type { LatLng, Map as LeafletMap } from 'leaflet'
import { Marker } from 'leaflet/src/layer/marker/index.js'
import { ElementIcon } from './element-icon.ts'
import type { MapPoint } from './map-pin.ts'
import { dressPin, PIN_HEIGHT, PIN_WIDTH, quietPinElement } from './pin-element.ts'

/** A place on the map, also on one that was turned around the globe. */
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
        dressPin(element, { id: '', href: '', title: name, ...point }, true)
    },
  }
}

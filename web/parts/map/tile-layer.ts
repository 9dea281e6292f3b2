import type { Map as LeafletMap } from 'leaflet'
import { TileLayer } from 'leaflet/src/layer/tile/index.js'
import type { TileFacts } from '#web/lib/site-facts.ts'
import css from './map.module.css'

const PANE = 'tiles'

/** Adds the tiles over the map's own land and names, under the pins; a tile that fails to load leaves a hole. */
export function layTiles(map: LeafletMap, { maxZoom, large }: TileFacts): void {
  const pane = map.createPane(PANE)
  pane.classList.add(css.tiles ?? '')
  // Above the names of towns (450): a tile has its own.
  pane.style.zIndex = '460'
  new TileLayer(`/tiles/{z}/{x}/{y}${large ? '{r}' : ''}`, {
    pane: PANE,
    maxZoom: map.getMaxZoom(),
    maxNativeZoom: maxZoom,
    keepBuffer: 1,
  }).addTo(map)
}

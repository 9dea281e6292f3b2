/* Leaflet's own modules: its bundle is half as big again, with code that this map never uses. */

declare module 'leaflet/src/map/index.js' {
  export { Map } from 'leaflet'
}

declare module 'leaflet/src/layer/marker/index.js' {
  export { Icon, Marker } from 'leaflet'
}

declare module 'leaflet/src/layer/vector/index.js' {
  export { Circle, Polygon, Polyline, SVG } from 'leaflet'
}

declare module 'leaflet/src/layer/tile/index.js' {
  export { TileLayer } from 'leaflet'
}

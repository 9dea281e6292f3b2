import type { Map as LeafletMap } from 'leaflet'

const STEP_PX = 80
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
}

/** Arrows move the map, plus and minus change its zoom, wherever in the frame the focus is. */
export function listenToKeys(frame: HTMLElement, map: LeafletMap, signal: AbortSignal): void {
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

import { useEffect, useEffectEvent } from 'react'

/**
 * «Back» closes what stands over a page without an address of its own, also where the browser does not close dialogs by
 * it. Each such layer is an entry of the history with the address and the state of the page, which the router never
 * learns of; `over` counts the layers.
 */
type State = { key?: string; over?: number } | null

/** What closes the open layers, the lowest first. */
const layers: (() => void)[] = []
/** The router's key of the page under them. */
let page: string | undefined
/** A step back of our own has not arrived. */
let going = false

const stateNow = () => window.history.state as State

/** Gives each open layer its entry, and leaves those of closed ones. */
function settle() {
  const { key, over = 0 } = stateNow() ?? {}
  if (going || over === layers.length) return
  if (over > layers.length) {
    going = true
    window.history.go(layers.length - over)
  } else if (key === page) window.history.pushState({ ...stateNow(), over: layers.length }, '')
}

function onPop(event: PopStateEvent) {
  const { key, over = 0 } = stateNow() ?? {}
  const isOwn = going
  going = false
  const closed = isOwn || key !== page ? [] : layers.splice(over)
  // The router would load the page again.
  if (isOwn || closed.length > 0) event.stopImmediatePropagation()
  for (const close of closed.toReversed()) close()
  queueMicrotask(settle)
}

/** A layer opens; returns what to call once it is closed. */
function openLayer(close: () => void): () => void {
  window.addEventListener('popstate', onPop, { capture: true })
  page = stateNow()?.key
  layers.push(close)
  settle()
  return () => {
    const at = layers.indexOf(close)
    if (at >= 0) layers.splice(at, 1)
    queueMicrotask(settle)
  }
}

/** For what opens without an address: «back» closes it. What has one uses `useHistoryEntry`. */
export function useBack(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (open ? openLayer(() => close()) : undefined), [open])
}

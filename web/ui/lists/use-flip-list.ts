import type { AutoAnimationPlugin } from '@formkit/auto-animate'
import { useCallback } from 'react'
import type { RefCallback } from 'react'
import { useReducedMotion } from '../use-media.ts'
import { useNetworkIdle } from '../use-network-idle.ts'

const QUEUE_MS = 360
const MOVE = 'cubic-bezier(0.45, 0, 0.15, 1)'
const ARRIVES_FROM_PX = 24

const glide: AutoAnimationPlugin = (element, action, before, after) => {
  const timing = { duration: QUEUE_MS, easing: MOVE }
  if (action === 'add') {
    const from = { transform: `translateX(${ARRIVES_FROM_PX}px)`, opacity: 0 }
    // Beyond the list it would widen the page of a phone; a clip that stayed would cut the outlines of focus.
    element.parentElement?.animate({ overflowX: ['clip', 'clip'] }, QUEUE_MS)
    return new KeyframeEffect(element, [from, { transform: 'none', opacity: 1 }], timing)
  }
  if (action === 'remove') {
    return new KeyframeEffect(element, [{ opacity: 1 }, { opacity: 0 }], timing)
  }
  const x = (before?.left ?? 0) - (after?.left ?? 0)
  const y = (before?.top ?? 0) - (after?.top ?? 0)
  return new KeyframeEffect(
    element,
    [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }],
    timing,
  )
}

// If the file fails to load, only the glide is missing.
const noGlide = () => {}

/** A ref for a list whose rows glide to their new places; with reduced motion they jump. */
export function useFlipList<List extends HTMLElement>(): RefCallback<List> {
  const still = useReducedMotion()
  // Until then rows just jump, which is no loss.
  const networkIdle = useNetworkIdle()
  return useCallback(
    (list) => {
      if (!list || still || !networkIdle) return undefined
      let left = false
      let stop = () => {
        left = true
      }
      void import('@formkit/auto-animate').then(({ autoAnimate }) => {
        if (left) return
        const animation = autoAnimate(list, glide)
        stop = () => {
          animation.disable()
          animation.destroy?.()
        }
      }, noGlide)
      return () => stop()
    },
    [still, networkIdle],
  )
}

import { MouseSensor, TouchSensor } from '@dnd-kit/core'
import type { Modifier, MouseSensorOptions, SensorProps, TouchSensorOptions } from '@dnd-kit/core'
import type { MouseEvent, TouchEvent } from 'react'
import { useEffect } from 'react'

/** Whether a press is on a button of the row, other than its grip or the row itself: a long press there does not drag. */
function onButton(target: EventTarget | null): boolean {
  const pressed = target instanceof Element ? target.closest('button, a, input') : null
  return pressed !== null && !pressed.matches('[data-grip], [data-row]')
}

/**
 * Drags a row by a finger held on it. Lifting the finger is then no press: the browser's click comes after dnd-kit has
 * stopped listening for it, and would press whatever has opened under the finger meanwhile.
 */
export class TouchHold extends TouchSensor {
  constructor(props: SensorProps<TouchSensorOptions>) {
    super({
      ...props,
      onStart(coordinates) {
        const { target } = props.event
        const ended = new AbortController()
        const lift = (end: Event) => {
          ended.abort()
          if (end.cancelable) end.preventDefault()
        }
        // After a call that comes meanwhile the next tap is a press again.
        for (const end of ['touchend', 'touchcancel'])
          target?.addEventListener(end, lift, { signal: ended.signal, passive: false })
        props.onStart(coordinates)
      },
    })
  }

  static override activators = [
    {
      eventName: 'onTouchStart' as const,
      handler: (event: TouchEvent, options: TouchSensorOptions) =>
        !onButton(event.target) &&
        TouchSensor.activators.some(({ handler }) => handler(event, options)),
    },
  ]
}

/** Drags a row by a pressed mouse. */
export class MousePull extends MouseSensor {
  static override activators = [
    {
      eventName: 'onMouseDown' as const,
      handler: (event: MouseEvent, options: MouseSensorOptions) =>
        !onButton(event.target) &&
        MouseSensor.activators.some(({ handler }) => handler(event, options)),
    },
  ]
}

export const verticalOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 })

/** Smooth scrolling would lag behind a row that is dragged to the page's edge. */
export function useInstantScroll(on: boolean) {
  useEffect(() => {
    if (!on) return undefined
    const root = document.documentElement.style
    root.scrollBehavior = 'auto'
    return () => {
      root.scrollBehavior = ''
    }
  }, [on])
}

import { MouseSensor, TouchSensor } from '@dnd-kit/core'
import type { Modifier, MouseSensorOptions, TouchSensorOptions } from '@dnd-kit/core'
import type { MouseEvent, TouchEvent } from 'react'
import { useEffect } from 'react'

/** A long press on a button of the row is still a press on the button, where that is not the row itself. */
function onButton(target: EventTarget | null): boolean {
  const pressed = target instanceof Element ? target.closest('button, a, input') : null
  return pressed !== null && !pressed.matches('[data-grip], [data-row]')
}

/** Takes a row by a finger held on it. */
export class TouchHold extends TouchSensor {
  static override activators = [
    {
      eventName: 'onTouchStart' as const,
      handler: (event: TouchEvent, options: TouchSensorOptions) =>
        !onButton(event.target) &&
        TouchSensor.activators.some(({ handler }) => handler(event, options)),
    },
  ]
}

/** Takes a row by a pressed mouse. */
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

export const upright: Modifier = ({ transform }) => ({ ...transform, x: 0 })

/** A page that scrolls smoothly would lag behind the row that is pulled to its edge. */
export function useSharpScroll(on: boolean) {
  useEffect(() => {
    if (!on) return undefined
    const root = document.documentElement.style
    root.scrollBehavior = 'auto'
    return () => {
      root.scrollBehavior = ''
    }
  }, [on])
}

import { MouseSensor, TouchSensor } from '@dnd-kit/core'
import type { MouseSensorOptions, TouchSensorOptions } from '@dnd-kit/core'
import type { MouseEvent, TouchEvent } from 'react'

/** A finger rests so long before it takes a row; one that moves at once scrolls the page. */
export const TOUCH_HOLD = { delay: 250, tolerance: 8 }
/** In px; a mouse that trembles in a press takes nothing. */
export const MOUSE_PULL = { distance: 6 }

/** A long press on a button of the row is still a press on the button. */
function onButton(target: EventTarget | null): boolean {
  const pressed = target instanceof Element ? target.closest('button, a, input') : null
  return pressed !== null && !pressed.hasAttribute('data-grip')
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

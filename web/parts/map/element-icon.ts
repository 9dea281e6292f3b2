import { Icon } from 'leaflet/src/layer/marker/index.js'

/** Shows an element of ours on the map: nothing passes through a string of HTML. */
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
    // No shadow: the type of the library does not know that it may say so.
    return null as unknown as HTMLElement
  }
}

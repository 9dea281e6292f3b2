import { Refusal } from '../refusal.ts'

/** Pixels of a side. */
export const QR_SIZE = { least: 128, most: 2048, usual: 1024 } as const
/** Characters of a text of one's own. */
export const QR_TEXT_MOST = 500
/** Modules of plain ground around a code, as its readers need. */
export const QR_QUIET = 4
/** A camera in a dark hall tells modules apart from so many pixels on. */
const LEAST_MODULE = 2

export type QrColours = { readonly colour: string; readonly background: string }

export const QR_COLOURS: QrColours = { colour: '#16100a', background: '#ffffff' }

const LEAST_CONTRAST = 4.5

/** Takes two colours as `#rrggbb`. Refuses VALIDATION at `colour`: a light code on a dark ground, or too little between the two. */
export function checkQrColours({ colour, background }: QrColours): void {
  const [ink, ground] = [luminance(colour), luminance(background)]
  if (ink >= ground)
    throw new Refusal(
      'VALIDATION',
      'Код должен быть темнее фона: светлый код на тёмном читают не все телефоны',
      'colour',
    )
  if ((ground + 0.05) / (ink + 0.05) < LEAST_CONTRAST)
    throw new Refusal(
      'VALIDATION',
      'Цвета слишком близки: сделайте код темнее или фон светлее',
      'colour',
    )
}

/** Takes the side of a picture in pixels and of its code in modules, gives pixels for a module. Refuses VALIDATION at `size`. */
export function qrModule(size: number, modules: number): number {
  const module = Math.floor(size / modules)
  if (module < LEAST_MODULE)
    throw new Refusal(
      'VALIDATION',
      `Для такого текста картинка мала: нужно не меньше ${modules * LEAST_MODULE} точек`,
      'size',
    )
  return module
}

/** How light a colour is to the eye, 0 to 1 (WCAG 2, relative luminance). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

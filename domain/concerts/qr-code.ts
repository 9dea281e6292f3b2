import { Refusal } from '../refusal.ts'

/** The side in pixels. */
export const QR_SIZE = { least: 128, most: 2048, usual: 1024 } as const
/** The maximum length of a custom text, in characters. */
export const QR_TEXT_MOST = 500
/** The quiet zone around a code, in modules, which readers need. */
export const QR_QUIET = 4
/** The least size of a module in pixels at which a camera in a dark hall tells modules apart. */
const LEAST_MODULE = 2

export type QrColours = { readonly colour: string; readonly background: string }

export const QR_COLOURS: QrColours = { colour: '#16100a', background: '#ffffff' }

const LEAST_CONTRAST = 4.5

/** Checks two colours as `#rrggbb`. Refuses VALIDATION at `colour`: a light code on a dark ground, or too little contrast. */
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

/** Returns the pixels of a module, from the side of a picture in pixels and of its code in modules. Refuses VALIDATION at `size`. */
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

/** The relative luminance of a colour, 0 to 1 (WCAG 2). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** In the order in which they are looked for: a later name also stands in the texts of the earlier ones. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPad/u, 'iPad'],
  [/iPhone|iPod/u, 'iPhone'],
  [/Android/u, 'Android'],
  [/Windows/u, 'Windows'],
  [/CrOS/u, 'ChromeOS'],
  [/Macintosh|Mac OS X/u, 'Mac'],
  [/Linux|X11/u, 'Linux'],
]

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser/u, 'Яндекс Браузер'],
  [/Edg(?:e|A|iOS)?\//u, 'Edge'],
  [/OPR\/|Opera/u, 'Opera'],
  [/SamsungBrowser/u, 'Samsung Internet'],
  [/Firefox|FxiOS/u, 'Firefox'],
  [/Chrome|CriOS/u, 'Chrome'],
  [/Safari/u, 'Safari'],
]

const nameIn = (known: typeof SYSTEMS, text: string) =>
  known.find(([mark]) => mark.test(text))?.[1] ?? null

/** «Android, Chrome» from the `user-agent` of a request (RFC 9110, 10.1.5); «Неизвестное устройство» where it says neither. */
export function deviceName(userAgent: string): string {
  const named = [nameIn(SYSTEMS, userAgent), nameIn(BROWSERS, userAgent)].filter(
    (name) => name !== null,
  )
  return named.length === 0 ? 'Неизвестное устройство' : named.join(', ')
}

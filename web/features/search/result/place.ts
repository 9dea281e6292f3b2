/** Degrees; two digits are a kilometre, and nobody needs to tell more of himself. */
export type Place = { latitude: number; longitude: number }

const DIGITS = 2

const rounded = (degrees: number) => Number(degrees.toFixed(DIGITS))

/** Where the listener is, as the address says; null where it says nothing, 'wrong' where nobody can be. */
export function placeIn(search: URLSearchParams): Place | 'wrong' | null {
  const [lat, lon] = [search.get('lat')?.trim() ?? '', search.get('lon')?.trim() ?? '']
  if (lat === '' && lon === '') return null
  const [latitude, longitude] = [Number(lat), Number(lon)]
  const known = lat !== '' && lon !== '' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return known ? { latitude: rounded(latitude), longitude: rounded(longitude) } : 'wrong'
}

/** The page of what is near. */
export function nearHref({ latitude, longitude }: Place): string {
  const [lat, lon] = [String(rounded(latitude)), String(rounded(longitude))]
  return `/search/result?${new URLSearchParams({ lat, lon }).toString()}`
}

const WAIT_MS = 10_000

/** Where this device is, in degrees; null where the browser has no position or no permission. */
export function devicePosition(): Promise<{ latitude: number; longitude: number } | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(null),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    )
  })
}

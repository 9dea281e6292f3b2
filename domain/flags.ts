/** Every feature flag, and its value for everybody until an admin changes it. */
export const FLAGS = {
  'active-session-pad-v2': true,
  'active-session-cancel-button': false,
  'active-session-copy-button': false,
  'active-session-green-current-song': false,
  'active-session-color-buttons': false,
  'favorite-songs-at-user-profile': true,
  'social-media-color': false,
  'social-media-color-new': false,
  'social-media-color-up-location': false,
  'donation-new-ui-v1': true,
  'new-support-button': true,
} as const satisfies Record<string, boolean>

export type FlagName = keyof typeof FLAGS

export function isFlag(name: string): name is FlagName {
  return Object.hasOwn(FLAGS, name)
}

/** The values that admins set: for everybody, and for the artist in question. Absent: not set. */
type FlagSettings = {
  readonly forAll?: boolean | null | undefined
  readonly forArtist?: boolean | null | undefined
}

/**
 * Returns the flag's value for an artist: their own setting takes precedence over everybody's, that over the default;
 * an unknown name is false.
 */
export function flagValue(settings: FlagSettings, name: string): boolean {
  if (!isFlag(name)) return false
  return settings.forArtist ?? settings.forAll ?? FLAGS[name]
}

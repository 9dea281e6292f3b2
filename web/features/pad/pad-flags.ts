import { api } from '#contract/index.ts'
import type { FlagName } from '#domain/flags.ts'
import { orWhenUnavailable } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'

const NAMES = {
  v2: 'active-session-pad-v2',
  cancelButton: 'active-session-cancel-button',
  copyButton: 'active-session-copy-button',
  greenCurrentSong: 'active-session-green-current-song',
  colorButtons: 'active-session-color-buttons',
} as const satisfies Record<string, FlagName>

export type PadFlags = Readonly<Record<keyof typeof NAMES, boolean>>

/** Which parts of the pad this artist has; a look-up that fails leaves its part off. */
export async function loadPadFlags(username: string): Promise<PadFlags> {
  const isOn = (featureName: FlagName) =>
    orWhenUnavailable(call(api.features.check, { query: { featureName, username } }), false)
  const [v2, cancelButton, copyButton, greenCurrentSong, colorButtons] = await Promise.all([
    isOn(NAMES.v2),
    isOn(NAMES.cancelButton),
    isOn(NAMES.copyButton),
    isOn(NAMES.greenCurrentSong),
    isOn(NAMES.colorButtons),
  ])
  return { v2, cancelButton, copyButton, greenCurrentSong, colorButtons }
}

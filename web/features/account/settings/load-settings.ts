import { api } from '#contract/index.ts'
import type { PayoutNumber } from '#contract/payment.ts'
import type { Settings } from '#contract/shapes.ts'
import { orWhenUnavailable } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { takeDraft } from './kept-draft.ts'
import type { SettingsFields } from './settings-fields.ts'
import { fieldsOf } from './settings-fields.ts'

export type OwnSettings = {
  settings: Settings
  /** Null where nobody answered: the settings can be changed all the same. */
  number: PayoutNumber | null
  /** What was typed when the login ended. */
  draft: SettingsFields | null
}

export async function loadSettings(): Promise<OwnSettings> {
  await requireArtist()
  const [settings, number] = await Promise.all([
    call(api.page.getAccountInfo, {}),
    orWhenUnavailable(call(api.payment.number, {}), null),
  ])
  const { artistUsername } = settings.baseAccountInfoDTO
  return { settings, number, draft: takeDraft(artistUsername, fieldsOf(settings)) }
}

import { admin } from './admin.ts'
import { artist } from './artist.ts'
import { auth } from './auth.ts'
import { complaints } from './complaints.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { features } from './features.ts'
import { feedback } from './feedback.ts'
import { file, qr } from './file.ts'
import { host } from './host.ts'
import { operator } from './operator.ts'
import { operation, test } from './operation.ts'
import { follows } from './follows.ts'
import { machineKeys } from './machine-keys.ts'
import { messengers } from './messengers.ts'
import { page } from './page.ts'
import { payment } from './payment.ts'
import { artistWords } from './artist-words.ts'
import { security } from './security.ts'
import { session } from './session.ts'
import { songs } from './songs.ts'
import { tablets } from './tablets.ts'
import { works } from './works.ts'
import { webhooks } from './webhooks.ts'

/** Every call between browser and server. */
export const api = {
  auth,
  artistWords,
  security,
  page,
  session,
  songs,
  artist,
  host,
  follows,
  works,
  machineKeys,
  tablets,
  messengers,
  payment,
  file,
  qr,
  features,
  feedback,
  complaints,
  admin,
  operator,
  webhooks,
  test,
  operation,
}

/** The same calls as a flat list, each with its name in code («artist.nextSong»). */
export function everyEndpoint(): { name: string; endpoint: AnyEndpoint }[] {
  return Object.entries(api).flatMap(([topic, calls]) =>
    Object.entries(calls).map(([call, endpoint]) => ({
      name: `${topic}.${call}`,
      endpoint: endpoint as AnyEndpoint,
    })),
  )
}

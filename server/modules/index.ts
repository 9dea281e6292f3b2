import type { Module } from '../module.ts'
import { accounts } from './accounts/index.ts'
import { admin } from './admin/index.ts'
import { artists } from './artists/index.ts'
import { artistWords } from './artist-words/index.ts'
import { battles } from './battles/index.ts'
import { bankWebhooks } from './bank-webhooks/index.ts'
import { calendar } from './calendar/index.ts'
import { checkout } from './checkout/index.ts'
import { complaints } from './complaints/index.ts'
import { concerts } from './concerts/index.ts'
import { embed } from './embed/index.ts'
import { features } from './features/index.ts'
import { feedback } from './feedback/index.ts'
import { files } from './files/index.ts'
import { goals } from './goals/index.ts'
import { hosts } from './hosts/index.ts'
import { machineKeys } from './machine-keys/index.ts'
import { members } from './members/index.ts'
import { messengers } from './messengers/index.ts'
import { notifications } from './notifications/index.ts'
import { numbers } from './numbers/index.ts'
import { operator } from './operator/index.ts'
import { works } from './performed-works/index.ts'
import { payments } from './payments/index.ts'
import { paymentWorker } from './payment-worker/index.ts'
import { payouts } from './payouts/index.ts'
import { places } from './places/index.ts'
import { previewCards } from './preview-cards/index.ts'
import { qr } from './qr/index.ts'
import { queue } from './queue/index.ts'
import { reconciliation } from './reconciliation/index.ts'
import { repertoire } from './repertoire/index.ts'
import { secondPads } from './second-pads/index.ts'
import { security } from './security/index.ts'
import { sets } from './sets/index.ts'
import { signals } from './signals/index.ts'
import { sitemaps } from './sitemap/index.ts'
import { songs } from './songs/index.ts'
import { tablets } from './tablets/index.ts'
import { thanks } from './thanks/index.ts'
import { webhooks } from './webhooks/index.ts'

/**
 * All modules of the product; a floor's imports go down only (scripts/import-rules.cjs). In the order in which they are
 * asked about a token: second pads, hosts and machine keys know theirs without the database.
 */
export const modules: readonly Module[] = [
  secondPads,
  hosts,
  machineKeys,
  accounts,
  admin,
  artists,
  artistWords,
  bankWebhooks,
  battles,
  calendar,
  checkout,
  complaints,
  concerts,
  embed,
  features,
  feedback,
  files,
  goals,
  members,
  messengers,
  notifications,
  numbers,
  operator,
  payments,
  paymentWorker,
  payouts,
  places,
  previewCards,
  qr,
  queue,
  reconciliation,
  repertoire,
  security,
  sets,
  signals,
  sitemaps,
  songs,
  tablets,
  thanks,
  works,
  webhooks,
]

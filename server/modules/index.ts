import type { Module } from '../module.ts'
import { accounts } from './accounts/index.ts'
import { admin } from './admin/index.ts'
import { artists } from './artists/index.ts'
import { calendar } from './calendar/index.ts'
import { features } from './features/index.ts'
import { feedback } from './feedback/index.ts'
import { files } from './files/index.ts'
import { places } from './places/index.ts'
import { qr } from './qr/index.ts'
import { secondPads } from './second-pads/index.ts'
import { sitemaps } from './sitemap/index.ts'
import { songs } from './songs/index.ts'

/**
 * All modules of the product; a floor's imports go down only (scripts/import-rules.cjs). In the order in which they are
 * asked about a token: the second pads know theirs without the database.
 */
export const modules: readonly Module[] = [
  secondPads,
  accounts,
  admin,
  artists,
  calendar,
  features,
  feedback,
  files,
  places,
  qr,
  sitemaps,
  songs,
]

import type { Module } from '../module.ts'
import { artists } from './artists/index.ts'
import { calendar } from './calendar/index.ts'
import { files } from './files/index.ts'
import { places } from './places/index.ts'
import { qr } from './qr/index.ts'
import { sitemaps } from './sitemap/index.ts'
import { songs } from './songs/index.ts'

/** All modules of the product; a floor's imports go down only (scripts/import-rules.cjs). */
export const modules: readonly Module[] = [artists, calendar, files, places, qr, sitemaps, songs]

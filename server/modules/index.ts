import type { Module } from '../module.ts'
import { admin } from './admin/index.ts'
import { features } from './features/index.ts'
import { feedback } from './feedback/index.ts'
import { secondPads } from './second-pads/index.ts'

/** All modules of the product; a floor's imports go down only (scripts/import-rules.cjs). */
export const modules: readonly Module[] = [secondPads, admin, features, feedback]

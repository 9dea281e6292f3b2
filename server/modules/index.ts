import type { Module } from '../module.ts'
import { accounts } from './accounts/index.ts'
import { admin } from './admin/index.ts'
import { features } from './features/index.ts'
import { feedback } from './feedback/index.ts'
import { secondPads } from './second-pads/index.ts'

/**
 * All modules of the product; a floor's imports go down only (scripts/import-rules.cjs). In the order in which they are
 * asked about a token: the second pads know theirs without the database.
 */
export const modules: readonly Module[] = [secondPads, accounts, admin, features, feedback]

import type { Module } from '../module.ts'
import { follows } from './follows/index.ts'
import { members } from './members/index.ts'
import { numbers } from './numbers/index.ts'
import { reconciliation } from './reconciliation/index.ts'
import { thanks } from './thanks/index.ts'

/** All modules of the product; a floor's imports go down only (scripts/import-rules.cjs). */
export const modules: readonly Module[] = [follows, members, numbers, reconciliation, thanks]

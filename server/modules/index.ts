import type { Module } from '../module.ts'
import { places } from './places/index.ts'

/** All modules of the product; a floor's imports go down only (scripts/import-rules.cjs). */
export const modules: readonly Module[] = [places]

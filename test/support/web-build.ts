import { fileURLToPath } from 'node:url'
import { loadWebBuild } from '#server/platform/http/pages.ts'
import type { WebBuild } from '#server/platform/http/pages.ts'

/** The pages as they were built before the tests. */
export function webBuild(): Promise<WebBuild> {
  const folder = fileURLToPath(new URL('../../build', import.meta.url))
  return loadWebBuild(process.env['BUILD_DIR'] ?? folder)
}

import { fileURLToPath } from 'node:url'
import { loadWebBuild } from '#server/platform/http/pages.ts'
import type { WebBuild } from '#server/platform/http/pages.ts'

/** The web build that was made before the tests. */
export function webBuild(): Promise<WebBuild> {
  const folder = fileURLToPath(new URL('../../../build', import.meta.url))
  return loadWebBuild(process.env['BUILD_DIR'] ?? folder)
}

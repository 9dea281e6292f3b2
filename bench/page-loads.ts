import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PageLoad, PageLoadEnd } from './pages-load.ts'

/** A process that requests pages, one load after another. */
export function pageLoads() {
  const child = fork(fileURLToPath(new URL('./pages-load.ts', import.meta.url)))
  return {
    async bring(load: PageLoad): Promise<PageLoadEnd> {
      const ended = once(child, 'message')
      child.send(load)
      const [end] = (await ended) as [PageLoadEnd]
      return end
    },
    end: () => child.kill(),
  }
}

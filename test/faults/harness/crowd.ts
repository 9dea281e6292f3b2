import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CrowdAsked, CrowdOf, CrowdSaid } from './crowd-words.ts'

const PROCESS = fileURLToPath(new URL('./crowd-process.ts', import.meta.url))

/** Listeners in a process of their own, so that they cost the product nothing but their sockets. */
export async function gatherCrowd(
  of: Partial<CrowdOf> & Pick<CrowdOf, 'port' | 'artistUsername' | 'sessionId'>,
) {
  const child = fork(PROCESS, [JSON.stringify({ lean: 0, stalled: 0, pages: 0, ...of })])

  async function hear<K extends CrowdSaid['kind']>(
    kind: K,
  ): Promise<Extract<CrowdSaid, { kind: K }>> {
    const [said] = (await once(child, 'message')) as [CrowdSaid]
    if (said.kind === 'failed') throw new Error(said.why)
    if (said.kind !== kind) throw new Error(`the crowd said ${said.kind} instead of ${kind}`)
    return said as Extract<CrowdSaid, { kind: K }>
  }

  async function ask<K extends CrowdSaid['kind']>(asked: CrowdAsked, kind: K) {
    const answer = hear(kind)
    child.send(asked)
    return answer
  }

  await hear('ready')
  return {
    /** From now on an array with this text is waited for by everybody who reads; `seen` says when the last one had it. */
    async expect(text: string): Promise<{ seen: Promise<number> }> {
      await ask({ kind: 'expect', text }, 'expecting')
      return { seen: hear('seen').then(({ at }) => at) }
    },
    pages: () => ask({ kind: 'pages' }, 'pages'),
    stalled: () => ask({ kind: 'stalled' }, 'stalled'),
    end: () => void child.kill('SIGKILL'),
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ListenersRequest, ListenersOptions, ListenersReply } from './listeners-messages.ts'

const PROCESS = fileURLToPath(new URL('./listeners-process.ts', import.meta.url))

/** Starts listeners in a process of their own, so that they cost the product nothing but their sockets. */
export async function startListeners(
  of: Partial<ListenersOptions> & Pick<ListenersOptions, 'port' | 'artistUsername' | 'sessionId'>,
) {
  const child = fork(PROCESS, [JSON.stringify({ lean: 0, stalled: 0, pages: 0, ...of })])

  async function receive<K extends ListenersReply['kind']>(
    kind: K,
  ): Promise<Extract<ListenersReply, { kind: K }>> {
    const [reply] = (await once(child, 'message')) as [ListenersReply]
    if (reply.kind === 'failed') throw new Error(reply.why)
    if (reply.kind !== kind)
      throw new Error(`the listeners replied ${reply.kind} instead of ${kind}`)
    return reply as Extract<ListenersReply, { kind: K }>
  }

  async function ask<K extends ListenersReply['kind']>(asked: ListenersRequest, kind: K) {
    const answer = receive(kind)
    child.send(asked)
    return answer
  }

  await receive('ready')
  return {
    /** From now on waits until every reading listener gets an array with this text; `seen` resolves with the time of the last one. */
    async expect(text: string): Promise<{ seen: Promise<number> }> {
      await ask({ kind: 'expect', text }, 'expecting')
      return { seen: receive('seen').then(({ at }) => at) }
    },
    pages: () => ask({ kind: 'pages' }, 'pages'),
    stalled: () => ask({ kind: 'stalled' }, 'stalled'),
    end: () => void child.kill('SIGKILL'),
  }
}

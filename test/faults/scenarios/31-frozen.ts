import { setTimeout as sleep } from 'node:timers/promises'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { playEvening } from '../harness/evening.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const SCENES = { short: 2, long: 8 }
/** Longer than a lease (60 s): the other process has done the frozen one's work by the time it wakes. */
const FROZEN_MS = { short: 3000, long: 70_000 }
const BRIEFLY_MS = 20_000
const TIMEOUT_MS = 240_000

/** Freezes the first of two processes in the middle of payments; all traffic goes to the second one, and later the first wakes. */
async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const wire = await openTcpProxy('')
  const scenes = context.short ? SCENES.short : SCENES.long
  try {
    const { figures, broken, errors } = await playEvening(context, {
      products: 2,
      scenes,
      gateway: {
        url: wire.url,
        setProducts(products) {
          wire.turnTo(products[0]?.url ?? '')
        },
      },
      timeoutMs: TIMEOUT_MS,
      async disrupt({ products, scene, freeLeases, unlessFailed }) {
        const [first, second] = products
        const pid = first?.pid() ?? null
        if (pid === null || first === undefined || second === undefined) throw new Error('two live')
        const spells = context.short ? [FROZEN_MS.short] : [BRIEFLY_MS, FROZEN_MS.long]
        for (const spell of spells) {
          for (let begun = 0; begun < scenes / spells.length; begun++) {
            scene()
            await unlessFailed(sleep(300))
          }
          process.kill(pid, 'SIGSTOP')
          try {
            wire.turnTo(second.url)
            context.logProgress(`frozen for ${spell / 1000} s`)
            // A lease of the frozen one expires in a minute; the short form does not wait for it.
            if (context.short) await freeLeases()
            await unlessFailed(sleep(spell))
          } finally {
            process.kill(pid, 'SIGCONT')
          }
          wire.turnTo(first.url)
          await unlessFailed(sleep(1000))
        }
      },
    })
    return { figures: { ...figures, errors: errors.length }, broken, slow: [] }
  } finally {
    await wire.remove()
  }
}

export const scenario: Scenario = {
  number: 31,
  title:
    'One of two processes is frozen for 20 s and for 70 s in the middle of payments, and wakes',
  pass: 'the other one carries on once the leases run out; nothing doubled, the books clean',
  engines: ['postgres'],
  inTests: [],
  run,
}

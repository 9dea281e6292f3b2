import { serveParent } from './forked-child.ts'
import { openLine } from './raw-http.ts'
import type { HttpConnection } from './raw-http.ts'
import type { LoadPlan, LoadReport } from './load.ts'

const free: HttpConnection[] = []
let freePort = 0

async function lineTo(port: number): Promise<HttpConnection> {
  if (port !== freePort) {
    for (const line of free.splice(0)) line.close()
    freePort = port
  }
  for (let line = free.pop(); line !== undefined; line = free.pop()) if (line.isOpen()) return line
  return openLine(port)
}

async function run(plan: LoadPlan): Promise<LoadReport> {
  const { port, requests, atOnce, perSecond, keepBodies = false } = plan
  const ms: number[] = []
  const statuses: Record<string, number> = {}
  const wrong: string[] = []
  const bodies: string[] = []
  const one = async (request: string, nth: number) => {
    const line = await lineTo(port)
    const began = performance.now()
    const { status, body } = await line.ask(request)
    ms[nth] = performance.now() - began
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status !== 200 && wrong.length < 3) wrong.push(body)
    if (keepBodies) bodies[nth] = body
    free.push(line)
  }
  const ready = await Promise.all(Array.from({ length: atOnce }, () => lineTo(port)))
  free.push(...ready)
  const began = performance.now()
  if (perSecond === undefined) {
    let turn = 0
    const worker = async () => {
      for (let nth = turn++; nth < requests.length; nth = turn++)
        await one(requests[nth] ?? '', nth)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  } else {
    // A request does not wait for the answers to the earlier ones.
    await Promise.all(
      requests.map(async (request, turn) => {
        const due = began + (turn / perSecond) * 1000
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
        await one(request, turn)
      }),
    )
  }
  return { wall: (performance.now() - began) / 1000, ms, statuses, wrong, bodies }
}

serveParent(run)

import { createServer } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'

const OF_A_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host'])

/** Proxies plain HTTP of this machine to https://`name` at an address that no name server knows; accepts only certificates of `ca`. */
export async function openHttpsProxy(name: string, address: string, ca: string) {
  const agent = new Agent({ keepAlive: false, ca, servername: name })
  const server = createServer((near, answer) => {
    const kept = Object.entries(near.headers).filter(([key]) => !OF_A_HOP.has(key))
    const headers = { ...Object.fromEntries(kept), host: name }
    const far = request({ agent, host: address, method: near.method, path: near.url, headers })
    far.once('response', (response) => {
      const back = Object.entries(response.headers).filter(([key]) => !OF_A_HOP.has(key))
      answer.writeHead(response.statusCode ?? 502, Object.fromEntries(back))
      response.once('error', () => answer.destroy())
      response.pipe(answer)
    })
    far.once('error', () => answer.destroy())
    near.pipe(far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** The same page through this proxy. */
    throughProxy: (page: string) => page.replace(`https://${name}`, url),
    async remove(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

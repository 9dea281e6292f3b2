/** The texts that a developer copies from the page, for the site at `publicUrl`; each works as it stands. */
export type Examples = {
  readonly next: string
  readonly queue: string
  readonly orders: string
  readonly source: string
  readonly verify: string
  readonly run: string
}

export function examplesOf(publicUrl: string): Examples {
  const api = `${publicUrl}/api/v1`
  return {
    next: `curl -X POST '${api}/artist/next-song' \\
  -H "Authorization: Bearer $BIS_KEY"`,
    queue: `curl '${api}/artist/queue' \\
  -H "Authorization: Bearer $BIS_KEY"`,
    orders: `curl -X POST '${api}/artist/orders/closed' \\
  -H "Authorization: Bearer $BIS_KEY"`,
    source: `<!doctype html>
<meta charset="utf-8">
<style>p { font: 48px sans-serif; color: white }</style>
<p id="song"></p>
<script>
  // В OBS откройте файл адресом file:///C:/bis.html#bis-…
  const headers = { Authorization: 'Bearer ' + location.hash.slice(1) }
  setInterval(async () => {
    const answer = await fetch('${api}/artist/queue', { headers })
    const { data, message } = await answer.json()
    const now = data?.find((entry) => entry.status === 'NOW')
    song.textContent = now ? now.artistName + ' — ' + now.title : (message ?? '')
  }, 3000)
</script>`,
    verify: `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
const key = Buffer.from(process.env.BIS_SECRET.slice('whsec_'.length), 'base64')
createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature = '' } = request.headers
  const own = Buffer.from('v1,' + createHmac('sha256', key).update(id + '.' + at + '.' + body).digest('base64'))
  const given = Buffer.from(signature)
  const ours = given.length === own.length && timingSafeEqual(given, own) && Math.abs(Date.now() / 1000 - at) < 300
  if (ours) console.log(id, body)
  response.writeHead(ours ? 204 : 401).end()
}).listen(process.env.PORT ?? 8080)`,
    run: 'BIS_SECRET=whsec_… node receiver.mjs',
  }
}

import type { ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { CallFailed } from './lib/call-failed.ts'
import { PageStyles } from './lib/page-styles.ts'
import type { ServerDoor } from './lib/server-door.ts'
import { serverDoor } from './lib/server-door.ts'

// server/http/pages.ts fills this for every request.
export { serverDoor }
export type { FirstLook, ServerDoor, WireAnswer, WireRequest } from './lib/server-door.ts'
export type { SiteFacts } from './lib/site-facts.ts'

/** What is drawn of a page that its loaders have answered for. */
export function pageTree(router: EntryContext, url: string, door: ServerDoor) {
  return (
    <PageStyles value={{ nonce: door.nonce, styles: door.styles, partSheets: door.partSheets }}>
      <ServerRouter context={router} url={url} nonce={door.nonce} />
    </PageStyles>
  )
}

type StreamCache = NonNullable<NonNullable<EntryContext['renderMeta']>['streamCache']>

/** After what a visitor asks again where a call did not say. */
const SOON_SECONDS = 5
const DOCTYPE = '<!DOCTYPE html>'
/** How React marks what it could not draw at once; no text of a page can hold it. */
const LEFT_OUT = '<!--$!-->'

/**
 * The router hands its data over as a stream, on each part of which the drawing would wait and begin
 * its branch again. All of it is there by now, so it is read first. Gives what draws the page.
 */
export async function readAhead(router: EntryContext): Promise<() => EntryContext> {
  const reader = router.serverHandoffStream?.getReader()
  if (reader === undefined) return () => router
  const decoder = new TextDecoder()
  const parts: Record<number, { result: { done: boolean; value: string } }> = {}
  for (let at = 0, done = false; !done; at++) {
    const part = await reader.read()
    done = part.done
    parts[at] = { result: { done, value: decoder.decode(part.value, { stream: true }) } }
  }
  // The router knows each as a promise whose end it has noted.
  const streamCache = parts as unknown as StreamCache
  // Each drawing takes a reader of its own, and reads nothing from it any more.
  return () => ({
    ...router,
    renderMeta: { streamCache },
    serverHandoffStream: new ReadableStream(),
  })
}

/** Waits for the parts of the page that this process has not loaded yet. */
async function drawnInTurns(
  tree: ReactElement,
  { nonce }: ServerDoor,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<string> {
  const stream = await renderToReadableStream(tree, {
    nonce,
    // Without scripts nobody would move a part into its place.
    progressiveChunkSize: Infinity,
    signal,
    onError,
  })
  await stream.allReady
  return new Response(stream).text()
}

/** Pages that could not be made because what they show is out of reach for now: the first call that said so. */
const outages = new WeakMap<object, CallFailed>()

const isOutage = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.status === 503 || error.status === 429)

/** Pages are small and wait for nothing that is slow, so they are sent whole. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const door = context.get(serverDoor)
  const read = await readAhead(router)
  const tree = () => pageTree(read(), request.url, door)
  let failed = status
  let html = DOCTYPE + renderToString(tree())
  if (html.includes(LEFT_OUT))
    html = await drawnInTurns(tree(), door, request.signal, (error) => {
      door.report(error)
      failed = 500
    })
  door.drawn(html)
  const outage = outages.get(context)
  if (outage !== undefined && failed === 500) {
    failed = outage.status
    headers.set('retry-after', String(outage.retryAfterSeconds ?? SOON_SECONDS))
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status: failed, headers })
}

/** An address that leads nowhere is no bug, and neither is a visitor who left. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error) || request.signal.aborted) return
  // Whoever refused the call has written down why.
  if (isOutage(error)) outages.set(context, error)
  else context.get(serverDoor).report(error)
}

import { renderToReadableStream } from 'react-dom/server'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
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

/** Pages are small and wait for nothing that is slow, so they are sent whole. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const door = context.get(serverDoor)
  let failed = status
  const stream = await renderToReadableStream(pageTree(router, request.url, door), {
    nonce: door.nonce,
    // Without scripts nobody would move a part into its place.
    progressiveChunkSize: Infinity,
    signal: request.signal,
    onError(error) {
      door.report(error)
      failed = 500
    },
  })
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(stream, { status: failed, headers })
}

/** An address that leads nowhere is no bug, and neither is a visitor who left. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error) || request.signal.aborted) return
  context.get(serverDoor).report(error)
}

import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { CallFailed } from './lib/calls/call-failed.ts'
import { PageStyles } from './lib/pages/page-styles.ts'
import type { ServerApi } from './lib/calls/server-api.ts'
import { serverApi } from './lib/calls/server-api.ts'

// server/platform/http/pages.ts fills this for every request.
export { serverApi }
export type { FirstLook, ServerApi, WireAnswer, WireRequest } from './lib/calls/server-api.ts'
export type { SiteFacts } from './lib/pages/site-facts.ts'

/** Returns the React tree of a page whose loaders have answered. */
export function pageTree(router: EntryContext, url: string, api: ServerApi) {
  return (
    <PageStyles value={api}>
      <ServerRouter context={router} url={url} nonce={api.nonce} />
    </PageStyles>
  )
}

/** The `retry-after` of a failed page (s) where the call named none. */
const SOON_SECONDS = 5

/** Collects the HTML as text: a Node or web stream would add half the cost of rendering. */
function htmlSink(onEnd: (html: string) => void) {
  const decoder = new TextDecoder()
  let html = ''
  const sink = {
    write(chunk: string | Uint8Array) {
      html += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
      return true
    },
    end: () => onEnd(html),
    // The sink is never full, and never fails or closes early.
    on: () => sink,
  }
  return sink as unknown as NodeJS.WritableStream
}

/** Renders the whole HTML; `errors`: what its parts threw. Rejects when the page outside all parts throws. */
export async function draw(tree: ReactElement, nonce: string, signal: AbortSignal) {
  const errors: unknown[] = []
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe, abort } = renderToPipeableStream(tree, {
    nonce,
    // Without scripts a streamed part would never be moved into its place.
    progressiveChunkSize: Infinity,
    onAllReady: () => void pipe(htmlSink(resolve)),
    onShellError: reject,
    onError: (error) => void errors.push(error),
  })
  const stop = () => abort(signal.reason)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  return { html: await promise.finally(() => signal.removeEventListener('abort', stop)), errors }
}

/** By request context: the failed call of a page whose data is unavailable for now. */
const outages = new WeakMap<object, CallFailed>()

const isOutage = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.status === 503 || error.status === 429)

/** Pages are small and wait for nothing slow, so they are sent whole. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const api = context.get(serverApi)
  const { nonce } = api
  const { html, errors } = await draw(pageTree(router, request.url, api), nonce, request.signal)
  if (!request.signal.aborted) for (const error of errors) api.report(error)
  let failed = errors.length > 0 ? 500 : status
  api.drawn(html)
  const outage = outages.get(context)
  if (outage !== undefined && failed === 500) {
    failed = outage.status
    headers.set('retry-after', String(outage.retryAfterSeconds ?? SOON_SECONDS))
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status: failed, headers })
}

/** An unknown address is no bug, and neither is an aborted request. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error) || request.signal.aborted) return
  // The refusal of the call has been logged with its reason already.
  if (isOutage(error)) outages.set(context, error)
  else context.get(serverApi).report(error)
}

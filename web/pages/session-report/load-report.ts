import { data } from 'react-router'
import { api } from '#contract/index.ts'
import type { Report } from '#contract/report.ts'
import type { Session } from '#contract/shapes.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'

export type OwnReport = { session: Session; report: Report }

export const askReport = (sessionId: string) => call(api.session.report, { query: { sessionId } })

/** The report of the artist's own concert; anybody else's is «not found» here. */
export async function loadReport(sessionId: string): Promise<OwnReport> {
  const { username } = await requireArtist()
  try {
    const session = await call(api.session.byId, { query: { sessionId } })
    if (session.artist.username !== username) throw notFound()
    return { session, report: await askReport(sessionId) }
  } catch (error) {
    // An address that is no concert's id is refused as bad input.
    if (error instanceof CallFailed && [400, 404].includes(error.status)) throw notFound()
    throw error
  }
}

function notFound() {
  return data(null, { status: 404 })
}

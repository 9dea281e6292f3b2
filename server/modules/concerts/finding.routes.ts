import { api } from '#contract/index.ts'
import { on } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Finding } from './finding.service.ts'
import { momentThere, sessionOf } from './session-shape.ts'

/** Each question weighs all concerts ahead. */
export function findingRoutes(finding: Finding): Route[] {
  return [
    on(api.session.searchRecommended, async ({ body }) => {
      const found = await finding.recommended({ ...body.coords, songIds: body.songs })
      return found.map(({ concert, match }) => ({ ...sessionOf(concert), match }))
    }),
    on(api.session.searchLocations, async ({ body }) =>
      (await finding.locations(body)).map(({ startsAt, ...location }) => ({
        ...location,
        dateTimeStart: momentThere(startsAt, location.timeZone),
      })),
    ),
  ]
}

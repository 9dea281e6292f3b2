import { api } from '#contract/index.ts'
import { on } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Whereabouts } from './whereabouts.service.ts'

/** For the test page alone: without `testCalls` nobody answers here. */
export function whereaboutsRoutes(
  whereabouts: Whereabouts,
  options: { testCalls: boolean },
): Route[] {
  if (!options.testCalls) return []
  return [on(api.test.getLocationByIp, ({ address }) => whereabouts.tell(address))]
}

import { api } from '#contract/index.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Numbers } from './numbers.service.ts'

export function numbersRoutes(numbers: Numbers): Route[] {
  return [
    on(api.page.numbers, async () => {
      const { at, ...figures } = await numbers.read()
      return { ...figures, at: at.toISOString() }
    }),
  ]
}

import { useLoaderData } from 'react-router'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import type { AdminView } from './load-admin.ts'
import { whyNot } from './load-admin.ts'

/** Why the operator at this console may not make the call, in words; null where he may. */
export const useWhyNot = (endpoint: AnyEndpoint): string | null =>
  whyNot(useLoaderData<AdminView>().role, endpoint)

/** The same, beside what is disabled for it. */
export function DutyNote({ of }: { of: AnyEndpoint }) {
  const why = useWhyNot(of)
  return why === null ? null : <p className="t-s muted">{why}</p>
}

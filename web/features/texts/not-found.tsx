import { data } from 'react-router'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { NotFoundView } from '#web/parts/error-views.tsx'

export const handle: PageHandle = { theme: 'lamp' }

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return <NotFoundView />
}

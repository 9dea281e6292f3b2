import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, useLoaderData } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import type { PageHandle } from '#web/lib/page-handle.ts'
import type { PaymentView } from './load-payment.ts'
import { loadPayment } from './load-payment.ts'
import { PaymentScreen } from './payment-screen.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const view = await loadPayment(callFrom(context), params['id'] ?? '', searchParams)
  if (view === null) throw data(null, { status: 404 })
  return view
}

/** Whoever has the address sees the payment: it is told to nobody. */
export const headers: HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
})

export const handle: PageHandle = { theme: 'stage' }

export const meta: MetaFunction = () => [
  { name: 'robots', content: 'noindex' },
  { name: 'theme-color', content: '#130e0a' },
]

export default function Payment() {
  const view: PaymentView = useLoaderData<typeof loader>()
  return <PaymentScreen key={view.id} view={view} />
}

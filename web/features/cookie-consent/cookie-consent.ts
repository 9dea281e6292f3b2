import type { ActionFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { postedText, serverApi } from '#web/lib/calls/server-api.ts'
import { acceptedCookie, safeReturnPath } from './consent-cookie.ts'

/** Nothing is shown here. */
export const loader = () => redirect('/')

/** Accepts the popup where no scripts run; redirects back to the page on which it was answered. */
export async function action({ request, context }: ActionFunctionArgs) {
  const back = postedText(await request.formData(), 'back')
  const { secure } = context.get(serverApi)
  return redirect(safeReturnPath(back), {
    status: 303,
    headers: { 'Set-Cookie': acceptedCookie(secure) },
  })
}

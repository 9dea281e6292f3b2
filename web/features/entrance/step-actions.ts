import type { ActionFunctionArgs, ClientActionFunctionArgs } from 'react-router'
import { data } from 'react-router'
import type { Caller } from '#web/lib/call.ts'
import { call, callFrom } from '#web/lib/call.ts'
import type { StepAnswer, StepForm, StepValues } from './step-machine.ts'
import { turnNamed } from './step-machine.ts'

/** The steps hold a password and a code on their way: nobody keeps them. */
export const NO_STORE = { 'Cache-Control': 'no-store' }

/** The last step: a redirect once it is done, or where the person must look again. */
type Finish<Values> = (form: Values, ask: Caller) => Promise<Response | StepAnswer<Values>>

/** The action of a three-step page on its server: every step without scripts, and the last one always. */
export async function takeStep<Values extends StepValues, Turn extends string>(
  { request, context }: ActionFunctionArgs,
  steps: StepForm<Values, Turn>,
  finish: Finish<Values>,
) {
  const posted = await request.formData()
  const take = steps.turns[turnNamed(steps, posted.get('turn'))] ?? finish
  const answer = await take(steps.read(posted), callFrom(context))
  if (answer instanceof Response) return answer
  const wrong = answer.trouble !== null || Object.keys(answer.errors).length > 0
  return data(answer, { status: wrong ? 400 : 200, headers: NO_STORE })
}

/** With scripts each step asks by itself; only the last one goes through the page's server, which sets the cookie. */
export async function takeStepInBrowser<Values extends StepValues, Turn extends string>(
  { request, serverAction }: ClientActionFunctionArgs,
  steps: StepForm<Values, Turn>,
) {
  const posted = await request.clone().formData()
  const form = steps.read(posted)
  const take = steps.turns[turnNamed(steps, posted.get('turn'))]
  if (take !== null) return take(form, call)
  try {
    return await serverAction<StepAnswer<Values>>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return steps.failed(form, failure)
  }
}

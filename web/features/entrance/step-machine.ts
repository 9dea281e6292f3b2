import { RESEND_SECONDS } from '#domain/accounts/account.ts'
import { CallFailed, errorMessage } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'

/** Sign-up and recovery take three steps each. */
export type FormStep = 1 | 2 | 3

/** All values that a form collects over its steps: texts and checkboxes, by the input's name. */
export type StepValues = Readonly<Record<string, string | boolean>>

export type StepField<Values> = keyof Values & string

export type StepErrors<Values> = Partial<Record<StepField<Values>, string>>

/** The answer to a button: the step to show next. */
export type StepAnswer<Values> = {
  step: FormStep
  form: Values
  errors: StepErrors<Values>
  /** An error that belongs to no field. */
  errorText: string | null
  /** Seconds until another code may be requested; null when no code was requested. */
  resendSeconds: number | null
}

/**
 * The flow is over: the token of the account; null where the person has to log in by hand. `newPassword`: after a
 * recovery; `back`: the deletion of the account was called off.
 */
export type Entered = { token: string | null; newPassword?: true; back?: boolean | undefined }

/** What a button of a step does. */
export type StepTurn<Values> = (
  form: Values,
  ask: Caller,
) => StepAnswer<Values> | Promise<StepAnswer<Values> | Entered>

/** The step of each field, in the order in which a person meets them. */
export type StepOf<Values> = Readonly<Record<StepField<Values>, FormStep>>

export function answerAt<Values>(
  step: FormStep,
  form: Values,
  change: Partial<StepAnswer<Values>> = {},
): StepAnswer<Values> {
  return { step, form, errors: {}, errorText: null, resendSeconds: null, ...change }
}

/** The answer at the earliest step with an error; null when there is none. */
export function withErrors<Values extends StepValues>(
  stepOf: StepOf<Values>,
  form: Values,
  found: Readonly<Record<string, string | null>>,
): StepAnswer<Values> | null {
  const fields: StepField<Values>[] = Object.keys(stepOf)
  const names = fields.filter((name) => typeof found[name] === 'string')
  const [first] = names
  if (first === undefined) return null
  const errors = Object.fromEntries(names.map((name) => [name, found[name]]))
  return answerAt(stepOf[first], form, { errors: errors as StepErrors<Values> })
}

/** The answer to a refused call: at the named fields, else as a text over `step`. Rethrows any other error. */
export function refusedAt<Values extends StepValues>(
  stepOf: StepOf<Values>,
  step: FormStep,
  form: Values,
  failure: unknown,
  otherwise: string,
): StepAnswer<Values> {
  if (!(failure instanceof CallFailed)) throw failure
  const errorText = errorMessage(failure, otherwise)
  return withErrors(stepOf, form, failure.fields) ?? answerAt(step, form, { errorText })
}

type CodeRequest<Values> = {
  send: () => Promise<{ resendAfterSeconds: number }>
  /** The step of the code's field. */
  step: FormStep
  /** The form after an e-mail was sent: without the code that it replaces. */
  sent: Values
  /** The form when an earlier e-mail is still on its way. */
  waiting: Values
  /** A repeated request: the wait is shown as an error. */
  again: boolean
  failed: (failure: unknown) => StepAnswer<Values>
}

/** Requests an e-mail with a code. RESEND_TOO_SOON is no failure: there is a code to type. */
export async function requestCode<Values>(request: CodeRequest<Values>) {
  const { step, sent, waiting, again } = request
  try {
    const { resendAfterSeconds } = await request.send()
    return answerAt(step, sent, { resendSeconds: resendAfterSeconds })
  } catch (failure) {
    if (!(failure instanceof CallFailed) || failure.code !== 'RESEND_TOO_SOON')
      return request.failed(failure)
    const resendSeconds = failure.retryAfterSeconds ?? RESEND_SECONDS
    return answerAt(step, waiting, { resendSeconds, errorText: again ? failure.message : null })
  }
}

/** Stored with each entry of the browser's history, so that «back» goes back one step too. */
export type StepPlace = { step: FormStep; pushed: boolean }

/** The step of this history entry, at most the furthest step reached since the page was opened. */
export function stepAt(place: StepPlace | null, start: FormStep, reached: FormStep): FormStep {
  const asked = place?.step ?? start
  return asked > reached ? reached : asked
}

/** How the history moves from one step to another: by its own «back» where that leads there, else by a navigation. */
export function stepMove(
  place: StepPlace | null,
  from: FormStep,
  to: FormStep,
): 'stay' | 'back' | StepPlace {
  if (to === from) return 'stay'
  if (to === from - 1 && place?.step === from && place.pushed) return 'back'
  return { step: to, pushed: to > from }
}

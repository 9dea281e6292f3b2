import { RESEND_SECONDS } from '#domain/accounts/account.ts'
import { CallFailed, errorMessage } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'

/** Sign-up and recovery take three steps each. */
export type FormStep = 1 | 2 | 3

/** Everything that a form gathers over its steps: texts and ticked boxes by the name of their input. */
export type StepValues = Readonly<Record<string, string | boolean>>

export type StepField<Values> = keyof Values & string

export type StepErrors<Values> = Partial<Record<StepField<Values>, string>>

/** Where a form that was sent leaves the person. */
export type StepAnswer<Values> = {
  step: FormStep
  form: Values
  errors: StepErrors<Values>
  /** What went wrong that belongs to no field. */
  errorText: string | null
  /** Until another code may be asked for; null where no code was asked for. */
  resendSeconds: number | null
}

type TakeTurn<Values> = (
  form: Values,
  ask: Caller,
) => StepAnswer<Values> | Promise<StepAnswer<Values>>

/** A form of three steps. `Turn` names the values of its buttons. */
export type StepForm<Values extends StepValues, Turn extends string> = {
  /** Where each field is asked for, in the order in which a person meets them. */
  stepOf: Readonly<Record<StepField<Values>, FormStep>>
  /** What a form on the page sends, as it was typed. */
  read: (posted: FormData) => Values
  /** What each button asks for; null for the last one, which the page's server takes. */
  turns: Readonly<Record<Turn, TakeTurn<Values> | null>>
  /** The turn of a button that is none of these. */
  otherwise: Turn
  /** The answer to a last step that failed without naming a field. */
  failed: (form: Values, failure: unknown) => StepAnswer<Values>
  /** Fields that an answer sets; the others stay as they are typed meanwhile. */
  answered: readonly StepField<Values>[]
  /** Fields of the current step that have no input of their own. */
  hidden?: (form: Values) => readonly StepField<Values>[]
}

export function answerAt<Values>(
  step: FormStep,
  form: Values,
  change: Partial<StepAnswer<Values>> = {},
): StepAnswer<Values> {
  return { step, form, errors: {}, errorText: null, resendSeconds: null, ...change }
}

/** The turns of the arrow, the same in every form. */
export const BACK_TURNS = {
  'back-to-1': <Values>(form: Values) => answerAt(1, form),
  'back-to-2': <Values>(form: Values) => answerAt(2, form),
}

export type BackTurn = keyof typeof BACK_TURNS

export const backTurn = (step: 2 | 3): BackTurn => (step === 2 ? 'back-to-1' : 'back-to-2')

function fieldsOf<Values extends StepValues>(
  stepOf: StepForm<Values, string>['stepOf'],
): StepField<Values>[] {
  return Object.keys(stepOf)
}

/** The answer at the earliest step with something wrong; null where nothing is. */
export function withErrors<Values extends StepValues>(
  stepOf: StepForm<Values, string>['stepOf'],
  form: Values,
  found: Readonly<Record<string, string | null>>,
): StepAnswer<Values> | null {
  const names = fieldsOf<Values>(stepOf).filter((name) => typeof found[name] === 'string')
  const [first] = names
  if (first === undefined) return null
  const errors = Object.fromEntries(names.map((name) => [name, found[name]]))
  return answerAt(stepOf[first], form, { errors: errors as StepErrors<Values> })
}

/** The answer to a refused call: at the fields that it named, else in a sentence over `step`. Throws what is no refusal. */
export function refusedAt<Values extends StepValues>(
  stepOf: StepForm<Values, string>['stepOf'],
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
  /** Where the code is typed. */
  step: FormStep
  /** The form once a letter left: without the code that it replaces. */
  sent: Values
  /** The form where an earlier letter is still on its way. */
  waiting: Values
  /** Another letter was asked for, so its sender is told the wait. */
  again: boolean
  failed: (failure: unknown) => StepAnswer<Values>
}

/** Asks for a letter with a code. Too soon after another one is no failure: there is a code to type. */
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

/** The turn that a button of the form names. */
export function turnNamed<Values extends StepValues, Turn extends string>(
  { turns, otherwise }: StepForm<Values, Turn>,
  name: unknown,
): Turn {
  return (Object.keys(turns) as Turn[]).find((turn) => turn === name) ?? otherwise
}

/** The fields that a person sees on this step. */
export function shownFields<Values extends StepValues>(
  { stepOf, hidden }: Pick<StepForm<Values, string>, 'stepOf' | 'hidden'>,
  step: FormStep,
  form: Values,
): StepField<Values>[] {
  const without = hidden?.(form) ?? []
  return fieldsOf<Values>(stepOf).filter((name) => stepOf[name] === step && !without.includes(name))
}

/** Names and values of the hidden inputs that carry every other field, so that a form without scripts holds all of it. */
export function carriedFields<Values extends StepValues>(
  stepOf: StepForm<Values, string>['stepOf'],
  form: Values,
  shown: readonly string[],
): { name: string; value: string }[] {
  return fieldsOf<Values>(stepOf)
    .filter((name) => !shown.includes(name) && form[name] !== false)
    .map((name) => ({ name, value: form[name] === true ? 'on' : String(form[name]) }))
}

/** Kept with each entry of the browser's history, so that its «back» goes a step back too. */
export type StepPlace = { step: FormStep; pushed: boolean }

/** The step of this entry of the history, but none that the person has not come to since the page was opened. */
export function stepAt(place: StepPlace | null, start: FormStep, reached: FormStep): FormStep {
  const asked = place?.step ?? start
  return asked > reached ? reached : asked
}

/** How the history goes from one step to another: by its own «back» where that leads there, else to a place. */
export function stepMove(
  place: StepPlace | null,
  from: FormStep,
  to: FormStep,
): 'stay' | 'back' | StepPlace {
  if (to === from) return 'stay'
  if (to === from - 1 && place?.step === from && place.pushed) return 'back'
  return { step: to, pushed: to > from }
}

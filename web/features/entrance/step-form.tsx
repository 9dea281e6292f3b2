import type { FocusEvent, ReactNode, Ref } from 'react'
import { useRef } from 'react'
import { CODE_LIFE_MS } from '#domain/accounts/account.ts'
import { counted } from '#domain/russian.ts'
import { useTypingFlow } from '#web/parts/leave-guard.tsx'
import { AuthFrame } from '#web/parts/auth-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './entrance.module.css'
import type { FormStep, StepField, StepValues } from './step-machine.ts'
import { backTurn, carriedFields, shownFields } from './step-machine.ts'
import type { StepFormState } from './use-step-form.ts'

const STEPS: readonly FormStep[] = [1, 2, 3]
const CODE_LIFE = `Код действует ${counted(CODE_LIFE_MS / 60_000, 'минуту', 'минуты', 'минут')}.`

/** Draws the progress: thick for done steps, the lamp colour for the current one, thin for the next ones. */
function StepProgress({ step }: { step: FormStep }) {
  return (
    <div aria-hidden="true" className={css.progress}>
      {STEPS.map((each) => (
        <i key={each} className={classes(each < step && css.done, each === step && css.current)} />
      ))}
    </div>
  )
}

type WithState<Values extends StepValues, Turn extends string> = {
  state: StepFormState<Values, Turn>
}

function CarriedFields<Values extends StepValues, Turn extends string>({
  state: { steps, form },
  shown,
}: WithState<Values, Turn> & { shown: readonly string[] }) {
  return carriedFields(steps.stepOf, form, shown).map(({ name, value }) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

/** The back arrow: one step back, and from the first step out of the page. */
function StepBack<Values extends StepValues, Turn extends string>({
  state,
  exit,
}: WithState<Values, Turn> & { exit: string }) {
  const { step, goBack } = state
  const hydrated = useHydrated()
  const arrow = <ArrowLeft className="ico" />
  if (step === 1) {
    return (
      <IconButton label="Назад" href={exit}>
        {arrow}
      </IconButton>
    )
  }
  if (hydrated) {
    return (
      <IconButton label="Назад" onClick={goBack}>
        {arrow}
      </IconButton>
    )
  }
  // A separate form: as the first submit button of the main one it would be triggered by Enter.
  return (
    <form method="post">
      <CarriedFields state={state} shown={[]} />
      <IconButton label="Назад" type="submit" name="turn" value={backTurn(step)}>
        {arrow}
      </IconButton>
    </form>
  )
}

type StepPageProps<Values extends StepValues, Turn extends string> = {
  state: StepFormState<Values, Turn>
  /** The title of the whole form, in the top bar. */
  title: string
  /** The URL that the first step's arrow leads to. */
  exit: string
  heading: string
  headingId: string
  intro: string
  onFieldChange?: (name: string) => void
  onBlur?: (event: FocusEvent<HTMLFormElement>) => void
  /** The fields and buttons of the current step. */
  children: ReactNode
}

/** The page of a three-step form. Fields that the step does not show are carried in hidden inputs. */
export function StepPage<Values extends StepValues, Turn extends string>(
  props: StepPageProps<Values, Turn>,
) {
  const { state, title, exit, heading, headingId, intro, onFieldChange, onBlur, children } = props
  const { steps, step, form, fetcher, formRef, onSubmit } = state
  useTypingFlow(formRef, true)
  return (
    <AuthFrame
      title={title}
      back={<StepBack state={state} exit={exit} />}
      place={`шаг ${step} из 3`}
      progress={<StepProgress step={step} />}
      heading={heading}
      headingId={headingId}
      intro={intro}
      errorText={state.errorText}
    >
      <fetcher.Form
        method="post"
        ref={formRef}
        noValidate
        aria-labelledby={headingId}
        onChange={(event) => {
          state.onChange(event)
          onFieldChange?.(event.target.name)
        }}
        onBlur={onBlur}
        onSubmit={onSubmit}
        className={css.form}
      >
        <CarriedFields state={state} shown={shownFields(steps, step, form)} />
        {children}
      </fetcher.Form>
    </AuthFrame>
  )
}

export function StepFields({ children }: { children: ReactNode }) {
  return <div className={css.fields}>{children}</div>
}

type TurnButtonProps<Turn extends string> = {
  turn: NoInfer<Turn>
  pending: Turn | ''
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
  children: string
}

/** The submit button of a step; `turn` names its action. */
export function TurnButton<Turn extends string>(props: TurnButtonProps<Turn>) {
  const { turn, pending, disabled = false, ref, children } = props
  return (
    <Button
      ref={ref}
      type="submit"
      name="turn"
      value={turn}
      variant="primary"
      block
      disabled={disabled}
      loading={pending === turn}
    >
      {children}
    </Button>
  )
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type ResendButtonProps = { turn: string; secondsLeft: number; sending: boolean }

/** Requests another e-mail, once the wait is over. */
function ResendButton({ turn, secondsLeft, sending }: ResendButtonProps) {
  // Without scripts there is no countdown: the server says how long to wait.
  const waits = useHydrated() && secondsLeft > 0
  return (
    <Button type="submit" name="turn" value={turn} block disabled={waits} loading={sending}>
      {waits ? <span>Отправить ещё раз через {clock(secondsLeft)}</span> : 'Отправить ещё раз'}
    </Button>
  )
}

type CodeStepProps<Values extends StepValues, Turn extends string> = {
  state: StepFormState<Values, Turn>
  field: StepField<Values>
  label: string
  /** The button that sends the code, and its label. */
  turn: NoInfer<Turn>
  send: string
  /** The button that requests another e-mail. */
  again: NoInfer<Turn>
  /** With scripts the last digit sends the code: the texts before and during that. */
  atLastDigit?: { help: string; sending: string }
}

/** The field for a code from an e-mail, and the two buttons. */
export function CodeStep<Values extends StepValues, Turn extends string>(
  props: CodeStepProps<Values, Turn>,
) {
  const { state, field, label, turn, send, again, atLastDigit } = props
  const { form, errors, pending, resendSeconds } = state
  const hydrated = useHydrated()
  const button = useRef<HTMLButtonElement>(null)
  const finish = () => {
    if (atLastDigit !== undefined && pending === '')
      button.current?.form?.requestSubmit(button.current)
  }
  const help =
    hydrated && atLastDigit !== undefined ? `${CODE_LIFE} ${atLastDigit.help}` : CODE_LIFE
  return (
    <>
      <CodeInput
        label={label}
        name={field}
        value={String(form[field])}
        onValue={(code) => state.setCode(field, code)}
        onComplete={finish}
        required
        error={errors[field]}
        help={help}
      />
      {atLastDigit !== undefined && pending === turn && <LoadingWords text={atLastDigit.sending} />}
      <div className={css.ways}>
        <TurnButton ref={button} turn={turn} pending={pending}>
          {send}
        </TurnButton>
        <ResendButton turn={again} secondsLeft={resendSeconds} sending={pending === again} />
      </div>
    </>
  )
}

import type { FocusEvent, ReactNode } from 'react'
import { CODE_LIFE_MS } from '#domain/accounts/account.ts'
import { counted } from '#domain/russian.ts'
import { useTypingFlow } from '#web/parts/leave-guard.tsx'
import { AuthFrame } from '#web/parts/frame/auth-frame.tsx'
import { NeedsScripts } from '#web/parts/needs-scripts.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CodeInput } from '#web/ui/fields/code-input.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './entrance.module.css'
import type { FormStep, StepField, StepValues, StepTurn } from './step-machine.ts'
import type { StepFormState } from './use-step-form.ts'
import { useStepFocus } from './use-step-form.ts'

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

type WithState<Values extends StepValues> = { state: StepFormState<Values> }

type StepPageProps<Values extends StepValues> = WithState<Values> & {
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

/** The page of a three-step form; its values live in the state, whichever step shows them. */
export function StepPage<Values extends StepValues>(props: StepPageProps<Values>) {
  const { state, title, exit, heading, headingId, intro, onFieldChange, children, ...events } =
    props
  const { step, formRef, goBack } = state
  useTypingFlow(formRef)
  useStepFocus(formRef, heading, state.asked)
  return (
    <AuthFrame
      title={title}
      back={
        <IconButton label="Назад" {...(step === 1 ? { href: exit } : { onClick: goBack })}>
          <ArrowLeft />
        </IconButton>
      }
      place={`шаг ${step} из 3`}
      progress={<StepProgress step={step} />}
      heading={heading}
      headingId={headingId}
      intro={intro}
      errorText={state.errorText}
    >
      <NeedsScripts />
      <form
        {...events}
        ref={formRef}
        noValidate
        aria-labelledby={headingId}
        onChange={(event) => {
          state.onChange(event)
          onFieldChange?.(event.target.name)
        }}
        onSubmit={state.onSubmit}
        className={css.form}
      >
        {children}
      </form>
    </AuthFrame>
  )
}

export function StepFields({ children }: { children: ReactNode }) {
  return <div className={css.fields}>{children}</div>
}

type SubmitButtonProps = { loading: boolean; disabled?: boolean; children: string }

/** Submits the step; before the scripts are there a press would send the form to nobody. */
export function SubmitButton({ loading, disabled = false, children }: SubmitButtonProps) {
  const hydrated = useHydrated()
  return (
    <Button
      type="submit"
      variant="primary"
      block
      disabled={disabled || !hydrated}
      loading={loading}
    >
      {children}
    </Button>
  )
}

type MainButtonProps<Values extends StepValues> = WithState<Values> & {
  disabled?: boolean
  children: string
}

/** The submit button of a step. */
export function MainButton<Values extends StepValues>(props: MainButtonProps<Values>) {
  const { state, ...look } = props
  return <SubmitButton {...look} loading={state.pending === state.main} />
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type CodeStepProps<Values extends StepValues> = WithState<Values> & {
  field: StepField<Values>
  label: string
  /** The label of the button that sends the code. */
  send: string
  /** Requests another e-mail. */
  again: StepTurn<Values>
  /** The last digit sends the code: the texts before and during that. */
  atLastDigit: { help: string; sending: string }
}

/** The field for a code from an e-mail, and the two buttons. */
export function CodeStep<Values extends StepValues>(props: CodeStepProps<Values>) {
  const { state, field, label, send, again, atLastDigit } = props
  const { form, errors, pending, main, resendSeconds } = state
  return (
    <>
      <CodeInput
        label={label}
        value={String(form[field])}
        onValue={(code) => state.setValue(field, code)}
        onComplete={(code) => state.take(main, { ...form, [field]: code })}
        required
        error={errors[field]}
        help={`${CODE_LIFE} ${atLastDigit.help}`}
      />
      {pending === main && <LoadingWords text={atLastDigit.sending} />}
      <div className={css.ways}>
        <MainButton state={state}>{send}</MainButton>
        <Button
          block
          disabled={resendSeconds > 0}
          loading={pending === again}
          onClick={() => state.take(again)}
        >
          {resendSeconds > 0 ? (
            <span>Отправить ещё раз через {clock(resendSeconds)}</span>
          ) : (
            'Отправить ещё раз'
          )}
        </Button>
      </div>
    </>
  )
}

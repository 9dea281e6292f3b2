import { PASSWORD_HELP } from '#domain/accounts/account.ts'
import type { AccountType } from '#domain/accounts/account.ts'
import { PAYOUT_LETTERS } from '#domain/documents.ts'
import { OtherWay } from '#web/parts/frame/auth-frame.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { CodeStep, MainButton, StepFields } from '../step-form.tsx'
import type { StepFormState } from '../use-step-form.ts'
import type { SignupForm } from './signup-steps.ts'
import { changeEmail, sendCode } from './signup-steps.ts'
import css from '../entrance.module.css'

const TYPES: Record<AccountType, string> = { ARTIST: 'Музыкант', GROUP: 'Группа' }

type SignupStepProps = { state: StepFormState<SignupForm> }

/** `checking`: the field that the server is checking now. */
type CheckedStepProps = SignupStepProps & { checking: string | null }

type NicknameStepProps = CheckedStepProps & { usernameFree: boolean; loginHref: string }

/** The first step: the nickname in the page's URL, and the password. */
export function NicknameStep({ state, checking, usernameFree, loginHref }: NicknameStepProps) {
  const { form, errors } = state
  return (
    <>
      <StepFields>
        <Field
          label="Никнейм"
          name="username"
          defaultValue={form.username}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          busy={checking === 'username'}
          error={errors.username}
          ok={usernameFree && 'Никнейм свободен'}
          help="Латинские буквы, цифры, дефис, точка, _. Он станет адресом вашей страницы."
        />
        <Field
          label="Пароль"
          name="password"
          type="password"
          defaultValue={form.password}
          autoComplete="new-password"
          required
          error={errors.password}
          help={PASSWORD_HELP}
        />
      </StepFields>
      <div className={css.foot}>
        <MainButton state={state}>Далее</MainButton>
        <OtherWay question="Уже есть страница?" href={loginHref}>
          Войти
        </OtherWay>
      </div>
    </>
  )
}

/** The account type: one musician or a group. */
function AccountTypeChoice({ chosen }: { chosen: AccountType }) {
  return (
    <fieldset>
      <legend className={css.legend}>Тип аккаунта</legend>
      <div className={css.row}>
        {Object.entries(TYPES).map(([type, words]) => (
          <label key={type} className={css.option}>
            <input
              type="radio"
              name="accountType"
              value={type}
              defaultChecked={type === chosen}
              className={css.input}
            />
            <span className={css.words}>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The second step: the musician's public names. */
export function NameStep({ state }: SignupStepProps) {
  const { form, errors } = state
  return (
    <>
      <StepFields>
        <Field
          label="Имя или название группы"
          name="name"
          defaultValue={form.name}
          autoComplete="name"
          required
          error={errors.name}
        />
        <AccountTypeChoice chosen={form.accountType} />
      </StepFields>
      <div className={css.foot}>
        <MainButton state={state}>Далее</MainButton>
      </div>
    </>
  )
}

/** The e-mail address and the two consents; locked once a code was sent. */
function EmailFields({ state: { form, errors }, checking }: CheckedStepProps) {
  const locked = form.codeSent
  return (
    <>
      <Field
        label="Почта"
        name="email"
        type="email"
        inputMode="email"
        defaultValue={form.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        locked={locked}
        busy={checking === 'email'}
        error={errors.email}
      />
      <div>
        <Checkbox
          name="consentEmail"
          defaultChecked={form.consentEmail}
          required
          locked={locked}
          error={errors.consentEmail}
        >
          Даю согласие на{' '}
          <Anchor href="/consent" target="_blank" rel="noopener" className="link">
            обработку персональных данных
          </Anchor>{' '}
          <span className="muted">(обязательно)</span>
        </Checkbox>
        <Checkbox
          name="consentNotifications"
          defaultChecked={form.consentNotifications}
          locked={locked}
        >
          {PAYOUT_LETTERS.text}
        </Checkbox>
      </div>
    </>
  )
}

/** The third step: the e-mail address for the code. */
export function EmailStep({ state, checking }: CheckedStepProps) {
  const { form } = state
  const ready = form.email.trim() !== '' && form.consentEmail
  return (
    <>
      <StepFields>
        <EmailFields state={state} checking={checking} />
      </StepFields>
      <div className={css.foot}>
        <MainButton state={state} disabled={!ready}>
          Отправить код
        </MainButton>
      </div>
    </>
  )
}

const AT_LAST_DIGIT = {
  help: 'После шестой цифры регистрация завершится сама.',
  sending: 'Проверяем код…',
}

/** The third step after the e-mail was sent: the code from it creates the account. */
export function SignupCodeStep({ state, checking }: CheckedStepProps) {
  return (
    <>
      <CodeStep
        state={state}
        field="verificationCode"
        label="Код подтверждения"
        send="Завершить регистрацию"
        again={sendCode}
        atLastDigit={AT_LAST_DIGIT}
      />
      <hr className="hair" />
      <StepFields>
        <EmailFields state={state} checking={checking} />
        <Button
          variant="text"
          size="s"
          className={css.change}
          onClick={() => state.take(changeEmail)}
        >
          Указать другую почту
        </Button>
      </StepFields>
    </>
  )
}

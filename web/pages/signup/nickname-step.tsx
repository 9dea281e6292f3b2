import { Anchor } from '#web/ui/anchor.tsx'
import { Field } from '#web/ui/field.tsx'
import { CarriedFields } from './carried-fields.tsx'
import { TurnButton } from '#web/parts/turn-button.tsx'
import type { Signup } from './use-signup.ts'
import css from './signup.module.css'

type NicknameStepProps = { signup: Signup; loginHref: string }

/** The first step: the name in the page's address, and the key to it. */
export function NicknameStep({ signup, loginHref }: NicknameStepProps) {
  const { form, errors, checking, usernameFree, pending } = signup
  return (
    <>
      <CarriedFields form={form} shown={['username', 'password']} />
      <div className={css.fields}>
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
          help="Латинские буквы и цифры. Он станет адресом вашей страницы."
        />
        <Field
          label="Пароль"
          name="password"
          type="password"
          defaultValue={form.password}
          autoComplete="new-password"
          required
          error={errors.password}
          help="Минимум 8 символов: заглавная и строчная буквы и цифра."
        />
      </div>
      <div className={css.foot}>
        <TurnButton turn="nickname" pending={pending}>
          Далее
        </TurnButton>
        <p className={css.other}>
          Уже есть страница?{' '}
          <Anchor href={loginHref} className={`link ${css.reach}`}>
            Войти
          </Anchor>
        </p>
      </div>
    </>
  )
}

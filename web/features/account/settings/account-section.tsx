import type { Settings } from '#contract/shapes.ts'
import type { AccountType } from '#domain/account.ts'
import { KeyRound } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './account-settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

export type AccountSectionProps = { account: Settings['baseAccountInfoDTO']; form: SettingsForm }

const TYPES: readonly { type: AccountType; words: string }[] = [
  { type: 'ARTIST', words: 'Музыкант' },
  { type: 'GROUP', words: 'Группа' },
]

/** Under which name one comes in, and who comes on the stage: one or several. */
export function AccountSection({ account, form }: AccountSectionProps) {
  return (
    <Section title="Аккаунт" id="account">
      <div className={css.two}>
        <Field label="Никнейм" name="artistUsername" locked value={account.artistUsername} />
        <Field label="Почта" name="email" locked value={account.email} />
      </div>
      <fieldset className={css.types}>
        <legend className={css.legend}>Тип аккаунта</legend>
        {TYPES.map(({ type, words }) => (
          <Pill
            key={type}
            text
            pressed={form.fields.accountType === type}
            onClick={() => form.change({ accountType: type })}
          >
            {words}
          </Pill>
        ))}
      </fieldset>
      <Button
        size="s"
        href="/artist/change-password"
        icon={<KeyRound className="ico" />}
        className={css.alone}
      >
        Сменить пароль
      </Button>
    </Section>
  )
}

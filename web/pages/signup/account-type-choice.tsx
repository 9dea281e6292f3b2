import type { AccountType } from '#domain/account.ts'
import css from './account-type-choice.module.css'

const WORDS: Record<AccountType, string> = { ARTIST: 'Музыкант', GROUP: 'Группа' }

type AccountTypeChoiceProps = { chosen: AccountType }

/** Who comes on the stage: one or several. */
export function AccountTypeChoice({ chosen }: AccountTypeChoiceProps) {
  return (
    <fieldset className={css.choice}>
      <legend className={css.legend}>Тип аккаунта</legend>
      <div className={css.row}>
        {Object.entries(WORDS).map(([type, words]) => (
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

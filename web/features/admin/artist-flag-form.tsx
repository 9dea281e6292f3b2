import { useState } from 'react'
import type { FormEvent } from 'react'
import type { FlagShown } from '#contract/admin.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import css from './artist-flag-form.module.css'
import { flagWords } from './flag-words.ts'
import type { ArtistFlag } from './use-flags.ts'

export type ArtistFlagFormProps = {
  flags: readonly FlagShown[]
  username: string
  /** Throws CallFailed. */
  onSet: (flag: ArtistFlag) => Promise<void>
}

/** One flag for one artist, whatever it is for all. */
export function ArtistFlagForm({ flags, username, onSet }: ArtistFlagFormProps) {
  const [wish, setWish] = useState({
    username,
    featureName: flags[0]?.name ?? '',
    enabled: true,
  })
  const [wrong, setWrong] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const change = (part: Partial<typeof wish>) => {
    setWish({ ...wish, ...part })
    setWrong(null)
  }

  async function set(event: FormEvent) {
    event.preventDefault()
    const named = { ...wish, username: wish.username.trim() }
    if (named.username === '') return setWrong('Введите никнейм.')
    setSending(true)
    try {
      await onSet(named)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setWrong(failure.fields['username'] ?? sentenceOf(failure))
    } finally {
      setSending(false)
    }
  }

  return (
    <form noValidate className={css.form} onSubmit={(event) => void set(event)}>
      <Field
        label="Никнейм"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={wish.username}
        error={wrong}
        onChange={(event) => change({ username: event.target.value })}
      />
      <SelectField
        label="Флаг"
        value={wish.featureName}
        onChange={(event) => change({ featureName: event.target.value })}
      >
        {flags.map(({ name }) => (
          <option key={name} value={name}>
            {flagWords(name)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Значение"
        value={wish.enabled ? 'on' : 'off'}
        onChange={(event) => change({ enabled: event.target.value === 'on' })}
      >
        <option value="on">Включено</option>
        <option value="off">Выключено</option>
      </SelectField>
      <Button type="submit" variant="primary" loading={sending}>
        Задать
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { api } from '#contract/index.ts'
import { deviceName } from '#domain/accounts/device-name.ts'
import { checkKeyName } from '#domain/accounts/passkeys.ts'
import { call } from '#web/lib/calls/call.ts'
import { makeKey, withProof } from '#web/lib/device/passkeys.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import account from '../account.module.css'

type KeyFormProps = {
  /** The account has no key that could prove the person. */
  asksPassword: boolean
  onDone: () => void
  onClose: () => void
}

/** Names a new key; the browser then asks where to keep it. */
export function KeyForm({ asksPassword, onDone, onClose }: KeyFormProps) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const [currentPassword, setCurrentPassword] = useState('')
  const saving = useForm()
  const { errors, failed, correct } = saving

  const add = () =>
    saving.save(async () => {
      checkKeyName(name)
      const body = asksPassword ? { currentPassword } : {}
      const made = await makeKey(await withProof(() => call(api.security.newKey, { body })))
      await call(api.security.addKey, { body: { name, ...made } })
      onDone()
    })

  return (
    <form {...saving.formOf(add)} aria-label="Новый ключ" className={account.form}>
      <Field
        label="Название ключа"
        name="name"
        value={name}
        error={errors['name']}
        onChange={({ target }) => {
          setName(target.value)
          correct(['name'])
        }}
      />
      {asksPassword && (
        <Field
          label="Ваш пароль"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          error={errors['currentPassword']}
          onChange={({ target }) => {
            setCurrentPassword(target.value)
            correct(['currentPassword'])
          }}
        />
      )}
      <FieldNote id="new-key-error" error={failed} />
      <Button type="submit" variant="primary" block loading={saving.saving}>
        Добавить
      </Button>
      <Button block onClick={onClose}>
        Отмена
      </Button>
    </form>
  )
}

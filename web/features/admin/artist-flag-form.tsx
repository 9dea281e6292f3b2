import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { FlagView } from '#contract/admin.ts'
import { api } from '#contract/index.ts'
import type { FlagName } from '#domain/flags.ts'
import { call } from '#web/lib/calls/call.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { DutyNote, useWhyNot } from './duty-note.tsx'

type ArtistFlag = { featureName: string; username: string; enabled: boolean }

/** The admin's actions on flags; the list is reloaded after each. */
export function useFlags() {
  const { revalidate } = useRevalidator()
  const { press, isPending } = usePresses()
  const toast = useToast()

  const done = async (text: string) => {
    // Reload first: when the toast appears, the list already shows the change.
    await revalidate()
    toast(text)
  }
  return {
    isPending,
    setForAll: (featureName: string, enabled: boolean) =>
      press(featureName, async () => {
        await call(api.features.setForAll, { body: { featureName, enabled } })
        await done(enabled ? 'Включено для всех' : 'Выключено для всех')
      }),
    /** Throws CallFailed: the form shows it at the field. */
    async setForArtist(body: ArtistFlag) {
      await call(api.features.setForArtist, { body })
      await done(`Задано для ${body.username}`)
    },
    reset: (featureName: string, username?: string) =>
      press(`${featureName} ${username ?? ''}`, async () => {
        const body = { featureName, ...(username === undefined ? {} : { username }) }
        await call(api.admin.resetFlag, { body })
        await done('Настройка убрана')
      }),
  }
}

export type Flags = ReturnType<typeof useFlags>

/** What each flag changes, for the admins who set it. */
const FLAG_LABELS: Record<FlagName, string> = {
  'active-session-pad-v2': 'Пульт с двумя списками: «Очередь» и «Заказы»',
  'active-session-cancel-button': 'Кнопка «Отменить» у песни на пульте с одним списком',
  'active-session-copy-button': 'Кнопка «Копировать название» у песни на пульте с одним списком',
  'active-session-green-current-song': 'Зелёная текущая песня на пульте',
  'active-session-color-buttons': 'Цветные кнопки у песен на пульте',
  'favorite-songs-at-user-profile': 'Репертуар на странице музыканта',
  'social-media-color': 'Цветные значки соцсетей',
  'social-media-color-new': 'Цветные кнопки соцсетей',
  'social-media-color-up-location': 'Соцсети над именем музыканта',
  'donation-new-ui-v1': 'Благодарность с готовыми суммами',
  'new-support-button': 'Заметная кнопка «Поблагодарить»',
}

/** Returns the text of a flag; for a flag of a newer server, its name. */
export function flagText(name: string): string {
  const known: Readonly<Record<string, string>> = FLAG_LABELS
  return known[name] ?? name
}

type ArtistFlagFormProps = {
  flags: readonly FlagView[]
  username: string
  /** Throws CallFailed. */
  onSet: (flag: ArtistFlag) => Promise<void>
}

/** Sets one flag for one artist, independently of its value for all. */
export function ArtistFlagForm({ flags, username, onSet }: ArtistFlagFormProps) {
  const [wish, setWish] = useState({
    username,
    featureName: flags[0]?.name ?? '',
    enabled: true,
  })
  const { saving, failed, correct, save, formOf } = useSaving({
    wordsOf: (failure) => failure.fields?.['username'] ?? sentenceOf(failure),
  })
  const mayNot = useWhyNot(api.features.setForArtist) !== null
  const change = (part: Partial<typeof wish>) => {
    setWish({ ...wish, ...part })
    correct()
  }

  const set = () =>
    save(async () => {
      const named = wish.username.trim()
      if (named === '') throw new Refusal('VALIDATION', 'Введите никнейм.')
      await onSet({ ...wish, username: named })
    })

  return (
    <form {...formOf(set)} className="stack">
      <Field
        label="Никнейм"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={wish.username}
        error={failed}
        onChange={(event) => change({ username: event.target.value })}
      />
      <SelectField
        label="Флаг"
        value={wish.featureName}
        onChange={(event) => change({ featureName: event.target.value })}
      >
        {flags.map(({ name }) => (
          <option key={name} value={name}>
            {flagText(name)}
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
      <Button type="submit" variant="primary" loading={saving} disabled={mayNot}>
        Задать
      </Button>
      <DutyNote of={api.features.setForArtist} />
    </form>
  )
}

import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { MachineKey } from '#contract/machine-keys.ts'
import { KEY_RIGHT_NAMES, KEY_RIGHTS } from '#domain/machine-keys.ts'
import type { KeyRight } from '#domain/machine-keys.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, useViewerZone } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { TO_SECURITY } from '#web/parts/frame/cabinet-places.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './machine-access.module.css'
import { ShownOnce } from './shown-once.tsx'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Доступ для устройств',
  () => call(api.machineKeys.list, {}),
)

/** Keys for buttons and programs: a new one, and those that are valid. */
export default function MachineKeysPage() {
  const keys = useLoaderData<MachineKey[]>()
  const [made, setMade] = useState<Made | null>(null)
  return (
    <ArtistFrame
      title="Доступ для устройств"
      back={TO_SECURITY}
      lead="Кнопки Stream Deck, Companion и свои программы управляют вашим концертом по ключу. Ключ действует, пока вы его не отключите, в любом концерте, который идёт. Всё, что закрывает входы (новый пароль, «Выйти на всех, кроме этого»), отключает и все ключи."
    >
      {made !== null && (
        <ShownOnce
          what="ключ"
          label={`Ключ «${made.name}»`}
          value={made.key}
          note="Кто его знает, тот им и управляет."
          onDone={() => setMade(null)}
        />
      )}
      <KeyForm onMade={setMade} />
      <Section title="Ключи" count={keys.length}>
        {keys.length === 0 && <EmptyState text="Пока ни одного." muted />}
        <ul>
          {keys.map((key) => (
            <KeyRow key={key.id} machine={key} onEnd={() => made?.id === key.id && setMade(null)} />
          ))}
        </ul>
      </Section>
      <Section title="Дальше">
        <ul className={css.links}>
          <li>
            <Anchor href="/artist/webhooks">Вебхуки: события концерта вашей программе</Anchor>
          </li>
          <li>
            <Anchor href="/developers">Что умеет ключ и готовые примеры</Anchor>
          </li>
        </ul>
      </Section>
    </ArtistFrame>
  )
}

type Made = { readonly id: string; readonly name: string; readonly key: string }
const FIRST_RIGHTS: readonly KeyRight[] = ['watch', 'play']

type KeyFormProps = { onMade: (made: Made) => void }

function KeyForm({ onMade }: KeyFormProps) {
  const form = useForm()
  const { revalidate } = useRevalidator()
  const [name, setName] = useState('')
  const [rights, setRights] = useState(FIRST_RIGHTS)
  const submit = () =>
    form.save(async () => {
      const made = await call(api.machineKeys.add, { body: { name, rights: [...rights] } })
      onMade({ ...made, name: name.trim() })
      setName('')
      setRights(FIRST_RIGHTS)
      await revalidate()
    })
  const tick = (right: KeyRight, chosen: boolean) => {
    setRights(chosen ? [...rights, right] : rights.filter((one) => one !== right))
    form.correct(['rights'])
  }
  return (
    <form {...form.formOf(submit)} className="stack">
      <Field
        label="Что это за устройство"
        name="name"
        value={name}
        maxLength={80}
        autoComplete="off"
        placeholder="Stream Deck на сцене"
        error={form.errors['name']}
        onChange={(event) => {
          setName(event.target.value)
          form.correct(['name'])
        }}
      />
      <fieldset className={css.rights}>
        <legend>Что ему можно</legend>
        {KEY_RIGHTS.map((right) => (
          <Checkbox
            key={right}
            checked={rights.includes(right)}
            onChange={(event) => tick(right, event.target.checked)}
          >
            {KEY_RIGHT_NAMES[right]}
          </Checkbox>
        ))}
        <FieldNote id="rights-error" error={form.errors['rights']} />
      </fieldset>
      {form.failed !== null && <p role="alert">{form.failed}</p>}
      <Button type="submit" block variant="primary" loading={form.saving}>
        Сделать ключ
      </Button>
    </form>
  )
}

type KeyRowProps = { machine: MachineKey; onEnd: () => void }

function KeyRow({ machine: { id, name, rights, madeAt, usedAt }, onEnd }: KeyRowProps) {
  const zone = useViewerZone()
  const { press, isPending } = usePresses()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const end = () =>
    press(id, async () => {
      await call(api.machineKeys.end, { body: { id } })
      onEnd()
      toast(`Ключ «${name}» отключён`)
      await revalidate()
    })
  return (
    <li className={css.row}>
      <div className={css.words}>
        <b>{name}</b>
        <p className="t-s">{rights.map((right) => KEY_RIGHT_NAMES[right]).join(' · ')}</p>
        <p className="t-s muted">
          {usedAt === null
            ? `Сделан ${dayAndTime(madeAt, zone)}, им ещё не пользовались`
            : `Последний раз: ${dayAndTime(usedAt, zone)}`}
        </p>
      </div>
      <Button
        size="s"
        variant="dangerLine"
        loading={isPending(id)}
        aria-label={`Отключить ключ «${name}»`}
        onClick={() => void end()}
      >
        Отключить
      </Button>
    </li>
  )
}

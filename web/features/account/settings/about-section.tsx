import { DESCRIPTION_MAX, descriptionLength, SHORT_DESCRIPTION_MAX } from '#domain/profile.ts'
import { Field } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { SettingsForm } from './use-settings-form.ts'

export type AboutSectionProps = { form: SettingsForm }

const HINT =
  'Можно выделять: **жирный**, *курсив*. Строки с дефисом в начале станут списком, адрес сайта — ссылкой, а пустая строка начнёт новый абзац.'

function tooLong(length: number, most: number): string | undefined {
  return length > most ? `Лимит ${most} символов` : undefined
}

/** What the page tells of the artist. */
export function AboutSection({ form: { fields, errors, change } }: AboutSectionProps) {
  const group = fields.accountType === 'GROUP'
  const short = descriptionLength(fields.shortDescription)
  const long = descriptionLength(fields.description)
  return (
    <Section title="О себе" id="about">
      <Field
        label={group ? 'Название группы' : 'Имя'}
        name="name"
        autoComplete="off"
        value={fields.name}
        error={errors['name']}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label="Короткое описание"
        name="shortDescription"
        rows={4}
        limit={{ length: short, most: SHORT_DESCRIPTION_MAX }}
        help="Стоит под именем на вашей странице"
        value={fields.shortDescription}
        error={errors['shortDescription'] ?? tooLong(short, SHORT_DESCRIPTION_MAX)}
        onChange={(event) => change({ shortDescription: event.target.value })}
      />
      <TextArea
        label={group ? 'О группе' : 'О музыканте'}
        name="description"
        rows={8}
        limit={{ length: long, most: DESCRIPTION_MAX }}
        help={HINT}
        value={fields.description}
        error={errors['description'] ?? tooLong(long, DESCRIPTION_MAX)}
        onChange={(event) => change({ description: event.target.value })}
      />
    </Section>
  )
}

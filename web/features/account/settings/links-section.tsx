import { socialTypeOf } from '#domain/profile.ts'
import { BrandIcon } from '#web/parts/brand-icon.tsx'
import { Link } from '#web/ui/artist-icons.tsx'
import { Field } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './account-settings.module.css'
import { withRow } from './link-rows.ts'
import type { SettingsForm } from './use-settings-form.ts'

export type LinksSectionProps = { form: SettingsForm }

/** The artist's pages elsewhere, and always one empty row for the next. */
export function LinksSection({ form: { fields, errors, change } }: LinksSectionProps) {
  const { links } = fields
  // A row is its place: it keeps the focus while its text changes.
  const rows = links.map((link, place) => ({ link, place }))
  return (
    <Section title="Соцсети" id="links">
      <ul className={css.links}>
        {rows.map(({ link, place }) => (
          <li key={place}>
            <Field
              label={link === '' ? 'Новая ссылка' : `Ссылка ${place + 1}`}
              labelHidden
              name={`link-${place}`}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="Вставьте ссылку"
              start={
                link.trim() === '' ? (
                  <Link className="ico" />
                ) : (
                  <BrandIcon type={socialTypeOf(link)} />
                )
              }
              value={link}
              error={errors[`socialMediaList.${place}`]}
              onChange={(event) => change({ links: withRow(links, place, event.target.value) })}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

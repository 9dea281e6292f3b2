import css from './settings-nav.module.css'
import type { SettingsPart } from './settings-parts.ts'
import { SETTINGS_PARTS } from './settings-parts.ts'
import { useCurrentPart } from './use-current-part.ts'

/** The ways to the sections, on a wide screen. */
export function SettingsNav() {
  const current = useCurrentPart()
  return (
    <nav aria-label="Разделы настроек" className={css.nav}>
      {Object.entries(SETTINGS_PARTS).map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={(current satisfies SettingsPart) === id ? 'true' : undefined}
          className={css.link}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

import type { Session } from '#contract/shapes.ts'
import { Switch } from '#web/ui/switch.tsx'

type Privacy = Session['advancedSession']['privacy']

export type PrivacySwitchesProps = {
  privacy: Privacy
  onChange: (privacy: Privacy) => void
}

const SWITCHES: readonly { name: keyof Privacy; label: string; help: string }[] = [
  {
    name: 'ableGetSongs',
    label: 'Принимать заказы песен',
    help: 'Слушатели заказывают песни до концерта и во время него',
  },
  {
    name: 'showSongsOnPoster',
    label: 'Показывать список песен',
    help: 'Заказанные песни видны на странице концерта',
  },
  {
    name: 'closedSession',
    label: 'Закрытый концерт',
    help: 'Его нет в афише, поиске и на карте, он открывается только по ссылке',
  },
  {
    name: 'autoRunSession',
    label: 'Начать автоматически',
    help: 'Концерт начнётся сам в назначенное время',
  },
]

/** Who sees the concert, and what listeners may do in it. */
export function PrivacySwitches({ privacy, onChange }: PrivacySwitchesProps) {
  return (
    <div>
      {SWITCHES.map(({ name, label, help }) => (
        <Switch
          key={name}
          name={name}
          help={help}
          checked={privacy[name]}
          onChange={(event) => onChange({ ...privacy, [name]: event.target.checked })}
        >
          {label}
        </Switch>
      ))}
    </div>
  )
}

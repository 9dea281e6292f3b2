import type { Session } from '#contract/shapes.ts'
import { Switch } from '#web/ui/switch.tsx'

type Privacy = Session['advancedSession']['privacy']
type Status = Session['sessionStatus']

export type PrivacySwitchesProps = {
  privacy: Privacy
  status: Status
  onChange: (privacy: Privacy) => void
}

type Choice = {
  name: keyof Privacy
  label: string
  help: string
  /** Where it changes nothing any more, and why. */
  late?: Partial<Record<Status, string>>
}

const SWITCHES: readonly Choice[] = [
  {
    name: 'ableGetSongs',
    label: 'Принимать заказы песен',
    help: 'Слушатели заказывают песни до концерта и во время него',
    late: { PLAYED: 'Концерт прошёл, заказов больше нет' },
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
    late: { NOW: 'Концерт уже начался', PLAYED: 'Концерт уже прошёл' },
  },
]

/** Who sees the concert, and what listeners may do in it. */
export function PrivacySwitches({ privacy, status, onChange }: PrivacySwitchesProps) {
  return (
    <div>
      {SWITCHES.map(({ name, label, help, late }) => (
        <Switch
          key={name}
          name={name}
          help={late?.[status] ?? help}
          disabled={late?.[status] !== undefined}
          checked={privacy[name]}
          onChange={(event) => onChange({ ...privacy, [name]: event.target.checked })}
        >
          {label}
        </Switch>
      ))}
    </div>
  )
}

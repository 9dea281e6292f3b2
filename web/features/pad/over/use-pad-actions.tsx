import { useState } from 'react'
import type { Session } from '#contract/shapes.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import { clockTime } from '#domain/russian.ts'
import { rubles, useViewerZone } from '#web/lib/format.ts'
import {
  ClipboardList,
  ClockPlus,
  FileText,
  Hand,
  History,
  Keyboard,
  LogOut,
  Monitor,
  QrCode,
  Square,
  Swords,
  Tablet,
  User,
  Volume2,
  VolumeOff,
} from '#web/ui/icons/artist-icons.tsx'
import { Bell } from '#web/ui/icons/listener-icons.tsx'
import { HeartHandshake, Pause, Play, Plus } from '#web/ui/icons/icons.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import { receptionOf } from '../commands/command-calls.ts'
import type { EveningView } from '../evening/evening-sheet.tsx'
import { orderSoundIsOn, switchOrderSound } from '../lists/order-cue.tsx'
import type { PadState } from '../use-pad-state.ts'
import type { PadTool, PadToolGroup } from './pad-menu.tsx'
import type { PadOver } from './pad-ways.ts'

type PadActions = {
  tiles: readonly PadTool[]
  groups: readonly PadToolGroup[]
  end: PadTool | null
}

type Options = {
  pad: PadState
  /** The running concert of this artist; null on a second pad and in a rehearsal. */
  own: Session | null
  owner: 'artist' | 'second'
  rehearsal: boolean
  /** The address of the hall's screen. */
  screen: string | null
  show: (over: PadOver) => void
  onText: () => void
  onEnd: () => void
  played: Pick<EveningView, 'count' | 'sum' | 'show'>
  secondPads: () => void
  /** The band has several pads. */
  band: boolean
}

const TURNS = { arrival: 'как пришло', circle: 'по кругу', contribution: 'кто больше' } as const

/** The menu of the running pad: a second pad has neither money nor rules in it. */
export function usePadActions(options: Options): PadActions {
  const { pad, own, owner, rehearsal, screen, show, onText, onEnd, played, secondPads, band } =
    options
  const [sound, setSound] = useState(orderSoundIsOn)
  const zone = useViewerZone()
  const { session } = pad
  if (session === null) return { tiles: [], groups: [], end: null }

  const { active, street, dateTimeEnd, breakUntil, rules } = session
  const { closed } = receptionOf(rules)
  const artist = owner === 'artist'
  const pause: PadTool = active
    ? {
        key: 'pause',
        label: 'Пауза',
        note: 'или перерыв',
        icon: <Pause />,
        onSelect: () => show('pause'),
      }
    : {
        key: 'pause',
        label: 'Продолжить концерт',
        note: breakUntil === undefined ? 'зал видит паузу' : 'зал видит перерыв',
        icon: <Play />,
        onSelect: pad.resume,
      }
  const reception: PadTool = {
    key: 'reception',
    label: 'Приём',
    note: closed ? 'закрыт · открыть' : 'открыт · закрыть',
    icon: <Hand />,
    onSelect: () => pad.takeOrders(closed),
  }
  const longer: PadTool = {
    key: 'longer',
    label: 'Дольше',
    note: `до ${clockTime(new Date(dateTimeEnd), zone)}`,
    icon: <ClockPlus />,
    onSelect: () => show('longer'),
  }
  const code: PadTool = {
    key: 'code',
    label: 'Код',
    note: 'для зала',
    icon: <QrCode />,
    onSelect: () => show('code'),
  }
  const text: PadTool = {
    key: 'text',
    label: 'Текст',
    note: 'и аккорды',
    icon: <FileText />,
    onSelect: onText,
  }
  const signal: PadTool = {
    key: 'signal',
    label: 'Сигнал',
    note: 'всем пультам',
    icon: <Bell />,
    onSelect: () => show('signal'),
  }
  const songs: PadTool[] = [
    ...(own === null
      ? []
      : [
          {
            key: 'set',
            label: 'Взять сет',
            icon: <ListMusic />,
            onSelect: () => show('set'),
          },
        ]),
    {
      key: 'own',
      label: 'Своя песня',
      icon: <Plus />,
      onSelect: () => show('add'),
    },
    {
      key: 'played',
      label: 'Сыграно',
      note: [
        String(played.count),
        ...(played.sum === null || played.sum === 0 ? [] : [rubles(played.sum)]),
      ].join(' · '),
      icon: <History />,
      onSelect: played.show,
    },
  ]
  const hall: PadTool[] = [
    ...(own === null
      ? []
      : [
          {
            key: 'rules',
            label: 'Правила вечера',
            note: TURNS[rulesFrom(rules ?? {}).turn],
            icon: <ClipboardList />,
            onSelect: () => show('rules'),
          },
        ]),
    ...(screen === null
      ? []
      : [
          {
            key: 'screen',
            label: 'Экран зала',
            icon: <Monitor />,
            href: screen,
            blank: true,
          },
        ]),
    ...(own === null
      ? []
      : [
          {
            key: 'tablets',
            label: 'Планшет в зале',
            note: 'для тех, кто без телефона',
            icon: <Tablet />,
            onSelect: () => show('tablets'),
          },
        ]),
    ...(rehearsal
      ? []
      : [
          {
            key: 'battle',
            label: 'Битва песен',
            ...(pad.battle !== undefined && pad.battle.ended === undefined && { note: 'идёт' }),
            icon: <Swords />,
            onSelect: () => show('battle'),
          },
        ]),
  ]
  const desk: PadTool[] = [
    ...(own === null
      ? []
      : [
          {
            key: 'second-pad',
            label: 'Второй пульт',
            icon: <User />,
            onSelect: secondPads,
          },
          {
            key: 'host',
            label: 'Хозяин вечера',
            icon: <HeartHandshake />,
            onSelect: () => show('host'),
          },
        ]),
    {
      key: 'keys',
      label: 'Клавиши',
      icon: <Keyboard />,
      onSelect: () => show('keys'),
    },
    {
      key: 'sound',
      label: 'Звук заказа',
      note: sound ? 'включён' : 'выключен',
      icon: sound ? <Volume2 /> : <VolumeOff />,
      onSelect() {
        switchOrderSound(!sound)
        setSound(!sound)
      },
    },
    ...(own === null
      ? []
      : [
          {
            key: 'cabinet',
            label: 'Кабинет',
            note: 'концерт идёт дальше',
            icon: <LogOut />,
            href: '/artist?tab=today',
          },
        ]),
  ]
  return {
    tiles: [
      pause,
      ...(artist ? [reception] : []),
      ...(artist && !street ? [longer] : []),
      code,
      text,
      ...(band ? [signal] : []),
    ],
    groups: [
      { name: 'Песни', actions: songs },
      ...(hall.length > 0 ? [{ name: 'Зал', actions: hall }] : []),
      { name: 'Пульт', actions: desk },
    ],
    end: artist
      ? {
          key: 'end',
          label: rehearsal ? 'Завершить репетицию' : 'Завершить концерт',
          danger: true,
          icon: <Square />,
          onSelect: onEnd,
        }
      : null,
  }
}

import { api } from '#contract/index.ts'
import type { PayoutNumber } from '#contract/payout.ts'
import { call } from '#web/lib/calls/call.ts'
import { hasSeenQrCode, readStored, writeStored } from '#web/lib/device/device-memory.ts'

/** A musician's progress with what an evening with orders needs. */
export type Beginnings = {
  /** Whether the repertoire has songs. */
  repertoire: boolean
  /** Whether a concert was played already. */
  played: boolean
  number: PayoutNumber['state']
  /** The bank names a receiver whom the artist has not confirmed: nothing is paid yet. */
  receiverAsked: boolean
}

export type FirstStep = { title: string; state: string; done: boolean; href: string }

const nameFor = (username: string) => `first-steps-hidden:${username}`

export const hideFirstSteps = (username: string) => writeStored(nameFor(username), 'true')

/** Null where the first steps were hidden on this device. */
export async function askBeginnings(artistUsername: string): Promise<Beginnings | null> {
  if (readStored(nameFor(artistUsername)) !== null) return null
  const [songs, past, number] = await Promise.all([
    call(api.artist.repertoire, { query: { limit: 1 } }),
    call(api.session.past, { query: { limit: 1 } }),
    call(api.payment.number, {}),
  ])
  return {
    repertoire: songs.length > 0,
    played: past.length > 0,
    number: number.state,
    receiverAsked: number.recipient?.confirmed === false,
  }
}

const NUMBER: Record<PayoutNumber['state'], string> = {
  unset: 'Назначьте цену песни и укажите, куда переводить деньги',
  unchecked: 'Номер указан, осталось его проверить',
  checking: 'Номер проверяется',
  checked: 'Номер проверен, выплаты приходят на него',
  rejected: 'Номер не подошёл, укажите другой',
}

/** What to do before the first evening, in order. */
export function firstSteps(
  { repertoire, played, number, receiverAsked }: Beginnings,
  announced: boolean,
  codeSeen = hasSeenQrCode(),
): readonly FirstStep[] {
  // A musician who has played saw the code on another device.
  const codeReady = codeSeen || played
  return [
    {
      title: 'Репертуар',
      state: repertoire
        ? 'Песни добавлены'
        : 'Вставьте список песен, которые играете, или найдите их по одной',
      done: repertoire,
      href: repertoire ? '/artist/favorite_songs' : '/artist/favorite_songs/import',
    },
    {
      title: 'Первый концерт',
      state: played ? 'Сыгран' : announced ? 'Объявлен' : 'Объявите, где и когда играете',
      done: played || announced,
      href: announced ? '/artist?tab=announcement' : '/artist/create-new-session',
    },
    {
      title: 'Деньги',
      state:
        number === 'checked' && receiverAsked
          ? 'Номер проверен, осталось подтвердить, что получатель — вы'
          : NUMBER[number],
      done: number === 'checked' && !receiverAsked,
      href: '/artist/account-settings#payment',
    },
    {
      title: 'Код у сцены',
      state: codeReady ? 'Код готов' : 'Распечатайте код, по нему заказывают песни',
      done: codeReady,
      href: '/artist/qr',
    },
  ]
}

import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
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

export type FirstStep = {
  title: string
  state: string
  done: boolean
  href: string
  /** What its button says; without one the step waits for the one before. */
  action?: string
}

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
  checked: 'Номер для выплат проверен',
  rejected: 'Номер не подошёл, укажите другой',
}

/** What listeners see of an artist before they hear him. No evening waits for it, so no page leads on to it. */
export function pageStep(
  page: Pick<ArtistPage['artistInfoDTO'], 'imageUrls' | 'shortDescriptionHtml' | 'descriptionHtml'>,
): FirstStep {
  const hasPhoto = page.imageUrls.length > 0
  const hasWords = `${page.shortDescriptionHtml}${page.descriptionHtml}` !== ''
  const [state = 'Фото и описание на вашей странице'] = [
    ...(hasPhoto || hasWords ? [] : ['Загрузите фото и напишите, что играете']),
    ...(hasPhoto ? [] : ['Осталось загрузить фото']),
    ...(hasWords ? [] : ['Осталось написать, что играете']),
  ]
  return {
    title: 'Фото и описание',
    state,
    done: hasPhoto && hasWords,
    href: '/artist/account-settings',
    action: 'Заполнить',
  }
}

/** What to do before the first evening, in order. */
export function firstSteps(
  { repertoire, played, number, receiverAsked }: Beginnings,
  announced: boolean,
  codeSeen = hasSeenQrCode(),
): readonly FirstStep[] {
  // A musician who has played saw the code on another device.
  const codeReady = codeSeen || played
  const isChecked = number === 'checked'
  return [
    {
      title: 'Репертуар',
      state: repertoire
        ? 'Песни в репертуаре'
        : 'Вставьте список песен, которые играете, или найдите их по одной',
      done: repertoire,
      href: '/artist/favorite_songs/import',
      action: 'Добавить',
    },
    {
      title: 'Первый концерт',
      state: played
        ? 'Первый концерт сыгран'
        : announced
          ? 'Первый концерт объявлен'
          : 'Объявите, где и когда играете',
      done: played || announced,
      href: '/artist/create-new-session',
      action: 'Объявить',
    },
    {
      title: 'Номер для выплат',
      state: NUMBER[number],
      done: isChecked,
      href: '/artist/account-settings#payment',
      action: number === 'unset' ? 'Указать' : 'Открыть',
    },
    {
      title: 'Получатель',
      state: !isChecked
        ? 'Банк назовёт имя, когда номер проверен'
        : receiverAsked
          ? 'Банк назвал имя. Подтвердите, что это вы'
          : 'Получатель подтверждён',
      done: isChecked && !receiverAsked,
      href: '/artist/balance',
      ...(isChecked && { action: 'Ответить' }),
    },
    {
      title: 'Код у сцены',
      state: codeReady ? 'Код у сцены готов' : 'Распечатать или показать с телефона',
      done: codeReady,
      href: '/artist/qr',
      action: 'Код',
    },
  ]
}

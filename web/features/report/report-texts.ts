import type { Report, ReportSong } from '#contract/report.ts'
import type { Ask } from '#contract/shapes.ts'
import { noteWords } from '#domain/queue/own-song.ts'
import { sungWords } from '#domain/queue/singing.ts'
import { clockTime, counted, countedOrders, countedSongs } from '#domain/russian.ts'
import type { NamedFigure } from '#web/ui/charts/figures.tsx'
import { rubles } from '#web/lib/format.ts'

export type ReportStage = 'ahead' | 'on' | 'over' | 'neverBegan'

/** The stage of the concert, as its report names it. */
export function stageOf({
  sessionStatus,
  startedAt,
}: Pick<Report, 'sessionStatus' | 'startedAt'>): ReportStage {
  if (sessionStatus === 'SCHEDULED') return 'ahead'
  if (sessionStatus === 'NOW') return 'on'
  return startedAt === null ? 'neverBegan' : 'over'
}

/** «Начался в 20:04, закончился в 22:10», in the venue's time; null before it began. */
export function ranText(
  { startedAt, finishedAt }: Pick<Report, 'startedAt' | 'finishedAt'>,
  zone: string,
): string | null {
  if (startedAt === null) return null
  const began = `Начался в ${clockTime(new Date(startedAt), zone)}`
  return finishedAt === null
    ? began
    : `${began}, закончился в ${clockTime(new Date(finishedAt), zone)}`
}

export const listeners = (count: number) => counted(count, 'слушатель', 'слушателя', 'слушателей')

/** «Аня: «Маме на юбилей»». */
function askText({ name, words, held }: Ask): string {
  if (held) return 'слова скрыты'
  return [name, words && `«${words}»`].filter(Boolean).join(': ')
}

/** Whether the song is playing, who ordered it, and the state of its money. */
export function songText(song: ReportSong): string {
  const { entryId, status, backers, net, held, credits } = song
  // Refunds by the artist himself are shown beside their button.
  const byArtist = credits.filter(({ state }) => state !== 'credited')
  const givenBack = byArtist.reduce((sum, { amount }) => sum - amount, song.givenBack)
  const note = noteWords(song)
  const { singers } = song
  const isNamed = (ask: Ask) =>
    ask.words === '' && !ask.held && singers?.names.includes(ask.name) === true
  const asks = song.asks.filter((ask) => !isNamed(ask))
  const ordered = backers > 0 ? [listeners(backers)] : []
  return [
    ...(status === 'NOW' ? ['Звучит сейчас'] : []),
    ...(status === 'COLLECTING' ? ['Собирают деньги'] : []),
    ...(entryId === null ? ['Оплатили слишком поздно'] : ordered),
    ...(note === null ? [] : [note]),
    ...(singers ? [sungWords(singers)] : []),
    ...asks.map(askText),
    ...(net > 0 ? [`вам ${rubles(net)}`] : []),
    ...(held > 0 ? [`удерживается ${rubles(held)}`] : []),
    ...(givenBack > 0 ? [`вернули ${rubles(givenBack)}`] : []),
  ].join(' · ')
}

/** The concert in numbers, its earnings first; zeros are left out. */
export function figuresOf({ money, tips, ...report }: Report): NamedFigure[] {
  const ahead = report.sessionStatus === 'SCHEDULED'
  const earned = {
    name: 'Заработано на песнях',
    value: rubles(money.net),
    ...(money.gross > 0
      ? { note: `${rubles(money.gross)} минус комиссия ${rubles(money.commission)}` }
      : {}),
  }
  const thanked = {
    name: 'Благодарности за концерт',
    value: rubles(tips.net),
    note: `${counted(tips.count, 'перевод', 'перевода', 'переводов')}, ${rubles(tips.gross)} минус комиссия ${rubles(tips.commission)}`,
  }
  return [
    ...(money.net > 0 && tips.net > 0
      ? [{ name: 'Заработано за вечер', value: rubles(money.net + tips.net) }]
      : []),
    ...(money.net > 0 ? [earned] : []),
    ...(tips.count > 0 ? [thanked] : []),
    ...(ahead ? [] : [{ name: 'Прозвучало', value: countedSongs(report.playedSongs) }]),
    { name: 'Заказали', value: countedOrders(report.orders) },
    ...(report.people > 0
      ? [
          {
            name: 'Оставили имя или слова',
            value: counted(report.people, 'человек', 'человека', 'человек'),
          },
        ]
      : []),
    ...(report.cash > 0
      ? [{ name: 'Наличными', value: rubles(report.cash), note: 'Как вы отметили: мимо баланса' }]
      : []),
    ...(report.waitingSongs > 0
      ? [{ name: 'Ждут', value: countedSongs(report.waitingSongs) }]
      : []),
    ...(report.skippedSongs > 0
      ? [{ name: 'Не прозвучало', value: countedSongs(report.skippedSongs) }]
      : []),
    ...(ahead || money.net > 0 ? [] : [earned]),
    ...(money.held > 0 ? [{ name: 'Удерживается', value: rubles(money.held) }] : []),
    ...(money.returned > 0
      ? [
          {
            name: 'Вернули слушателям',
            value: rubles(money.givenBack),
            note: counted(money.returned, 'платёж', 'платежа', 'платежей'),
          },
        ]
      : []),
  ]
}

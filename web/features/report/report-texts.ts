import type { Report, ReportSong } from '#contract/report.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { rubles } from '../../lib/format.ts'

export type ReportStage = 'ahead' | 'on' | 'over' | 'neverBegan'

/** Where the concert stands, as its report speaks of it. */
export function stageOf({
  sessionStatus,
  startedAt,
}: Pick<Report, 'sessionStatus' | 'startedAt'>): ReportStage {
  if (sessionStatus === 'SCHEDULED') return 'ahead'
  if (sessionStatus === 'NOW') return 'on'
  return startedAt === null ? 'neverBegan' : 'over'
}

/** «Начался в 20:04, закончился в 22:10», by the clocks of the venue; null before it began. */
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
export const songCount = (count: number) => counted(count, 'песня', 'песни', 'песен')

/** Whether a song is being played, who asked for it and what became of the money behind it. */
export function songText({ entryId, status, backers, net, held, givenBack }: ReportSong): string {
  const ordered = backers > 0 ? [listeners(backers)] : []
  return [
    ...(status === 'NOW' ? ['Звучит сейчас'] : []),
    ...(entryId === null ? ['Оплатили слишком поздно'] : ordered),
    ...(net > 0 ? [`вам ${rubles(net)}`] : []),
    ...(held > 0 ? [`удерживается ${rubles(held)}`] : []),
    ...(givenBack > 0 ? [`вернули ${rubles(givenBack)}`] : []),
  ].join(' · ')
}

import type {
  ImportCounts,
  ImportProgress,
  ImportReport,
} from '#server/modules/songs/catalogue.service.ts'

const NUMBER = new Intl.NumberFormat('ru')
const TERMINAL_MS = 250
const PLAIN_MS = 10_000
const ERASE = '\r\u001B[K'

export const count = (value: number) => NUMBER.format(Math.round(value))

/** «2 ч 5 мин», «3 мин 20 с», «12 с». */
function span(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60) return `${Math.floor(minutes / 60)} ч ${minutes % 60} мин`
  return minutes > 0 ? `${minutes} мин ${seconds % 60} с` : `${seconds} с`
}

const leftOutOf = ({ leftOut }: ImportCounts) =>
  Object.values(leftOut).reduce((sum, reason) => sum + reason.count, 0)

type Screen = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean }

/** One line that is overwritten on a terminal, and a line now and then elsewhere. */
export function makeProgress(screen: Screen, share: () => number | null) {
  const began = performance.now()
  const terminal = screen.isTTY === true
  let shownAt = began
  let rowsBefore: number | null = null
  let shareBefore = 0

  function left(part: number): string {
    const done = part - shareBefore
    if (done <= 0) return ''
    return ` · осталось ${span(((performance.now() - began) / done) * (1 - part))}`
  }

  return {
    /** To be called before the first rows: rows of an earlier import do not count for the speed. */
    start(rows: number): void {
      rowsBefore = rows
      shareBefore = share() ?? 0
    },
    /** Rows a second since the start. */
    speed: (rows: number) => ((rows - (rowsBefore ?? 0)) * 1000) / (performance.now() - began),
    took: () => span(performance.now() - began),
    show({ counts }: ImportProgress): void {
      const at = performance.now()
      if (at - shownAt < (terminal ? TERMINAL_MS : PLAIN_MS)) return
      shownAt = at
      const part = share()
      const line = [
        `${count(counts.rows)} строк`,
        `новых ${count(counts.added)}`,
        `уже были ${count(counts.known)}`,
        `пропущено ${count(leftOutOf(counts))}`,
        `${count(this.speed(counts.rows))} строк/с`,
        ...(part === null ? [] : [`${Math.floor(part * 100)} %${left(part)}`]),
      ].join(' · ')
      screen.write(terminal ? ERASE + line : `${line}\n`)
    },
    clear(): void {
      if (terminal) screen.write(ERASE)
    },
  }
}

/** The result of the import, for a person. */
export function reportText(
  { counts }: ImportReport,
  { took, speed }: { took: string; speed: number },
): string {
  const lines = [
    `Прочитано строк: ${count(counts.rows)} (за ${took}, ${count(speed)} строк/с).`,
    `Новых песен: ${count(counts.added)}.`,
    `Уже были: ${count(counts.known)}.`,
    ...(counts.authors
      ? [`Песен, у которых теперь названы авторы: ${count(counts.authors)}.`]
      : []),
    `Пропущено: ${count(leftOutOf(counts))}.`,
  ]
  const reasons = Object.entries(counts.leftOut).toSorted(([, a], [, b]) => b.count - a.count)
  for (const [why, { count: many, examples }] of reasons) {
    lines.push(`  ${why}: ${count(many)}`)
    for (const { line, text } of examples) lines.push(`    строка ${line}: ${text}`)
  }
  return `${lines.join('\n')}\n`
}

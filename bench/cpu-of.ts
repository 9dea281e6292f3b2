import { readFileSync } from 'node:fs'

/** /proc ticks a second, on every Linux that this runs on. */
const HERTZ = 100

/** CPU seconds that a process has used; NaN where the system does not report them. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in brackets, may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / HERTZ
  } catch {
    return Number.NaN
  }
}

import { readFileSync } from 'node:fs'

/** Ticks a second of /proc on every Linux that this runs on. */
const HERTZ = 100

/** Seconds of processor that a process has used; NaN where the system does not tell. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets, may have blanks in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / HERTZ
  } catch {
    return Number.NaN
  }
}

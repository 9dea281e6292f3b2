import { useEffect, useState } from 'react'
import type { SettingsPart } from './settings-parts.ts'
import { SETTINGS_PARTS } from './settings-parts.ts'

const IDS = Object.keys(SETTINGS_PARTS) as SettingsPart[]
/** A section counts as read once its title has passed this share of the screen's height. */
const LINE = 0.4

function partInView(): SettingsPart {
  const { clientHeight, scrollHeight } = document.documentElement
  const bottom = window.scrollY + clientHeight >= scrollHeight - 1
  const passed = IDS.filter((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
    return top <= clientHeight * LINE
  })
  return (bottom && clientHeight < scrollHeight ? IDS : passed).at(-1) ?? 'photo'
}

/** The section that is being looked at. */
export function useCurrentPart(): SettingsPart {
  const [part, setPart] = useState<SettingsPart>('photo')
  useEffect(() => {
    const look = () => setPart(partInView())
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  return part
}

const STEPS = ['d-xl', 'd-l', 'd-m'] as const

type TitleStep = (typeof STEPS)[number]

/** How many letters of a word, and of the whole title, fit a phone's width at each step. */
const CARRIES: Record<TitleStep, { word: number; text: number }> = {
  'd-xl': { word: 12, text: 26 },
  'd-l': { word: 13, text: 48 },
  'd-m': { word: Infinity, text: Infinity },
}

/** The largest step of display type, from `largest` down, at which a title neither fills the screen nor breaks its words. */
export function titleStep(title: string, largest: TitleStep): TitleStep {
  const word = Math.max(...title.split(/[\s-]+/u).map((part) => part.length))
  const carries = (step: TitleStep) =>
    word <= CARRIES[step].word && title.length <= CARRIES[step].text
  return STEPS.slice(STEPS.indexOf(largest)).find(carries) ?? 'd-m'
}

/** How large a name may be printed to fit its lines: by its length and by its longest word. */
export function nameSize(name: string): 'large' | 'middle' | 'small' {
  const longest = Math.max(...name.split(/\s+/u).map((word) => word.length))
  if (name.length <= 18 && longest <= 12) return 'large'
  return name.length <= 40 && longest <= 20 ? 'middle' : 'small'
}

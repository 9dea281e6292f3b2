const STEPS = ['d-xl', 'd-l', 'd-m'] as const

type TitleStep = (typeof STEPS)[number]

/** How many letters of a word, and of the whole, a telephone's width still carries at each step. */
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

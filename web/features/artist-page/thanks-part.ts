import { lazyPart } from '#web/parts/lazy-part.tsx'

/** How much for the musician; it comes when it is first asked for. */
export const ThanksSheet = lazyPart('web/features/artist-page/thanks-sheet.tsx', async () => {
  const { ThanksSheet: Part } = await import('./thanks-sheet.tsx')
  return Part
})

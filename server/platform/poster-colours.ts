import type { Run } from '#domain/poster-run.ts'

/** Paper and ink of each run, as in web/ui/tokens.css, for what is drawn where no style sheet reaches. */
export const PRINT: Record<Run, { readonly paper: string; readonly ink: string }> = {
  lamp: { paper: '#ff7a1a', ink: '#16100a' },
  rose: { paper: '#ffb1c8', ink: '#4a0a22' },
  sky: { paper: '#a9d3ff', ink: '#0b1f5c' },
  lemon: { paper: '#ffdf5e', ink: '#113b2b' },
  mint: { paper: '#a5e6c6', ink: '#36114a' },
  cobalt: { paper: '#2438c9', ink: '#ffd8b5' },
}

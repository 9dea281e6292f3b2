import type { LiveError } from '#contract/live.ts'
import { sharedFrame } from './frame.ts'
import type { Frame } from './frame.ts'

/** The close code of a channel whose concert does not exist; a client does not come back after it. */
export const NO_SESSION_CLOSE = 4404

const noSession: LiveError = {
  type: 'error',
  code: 'NO_SESSION',
  message: 'Такого концерта нет. Возможно, музыкант его удалил.',
}

export const NO_SESSION_FRAME: Frame = sharedFrame('error', JSON.stringify(noSession), 1)

import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'

/** What was done with a pad, as those who share it are told of it; `change` is any other step. */
export const PAD_ACTIONS = [
  'next',
  'top',
  'up',
  'move',
  'one_song',
  'own_song',
  'skip',
  'back',
  'undo',
  'pause',
  'resume',
  'list',
  'open_words',
  'mute',
  'unmute',
  'transpose',
  'change',
] as const
export type PadAction = (typeof PAD_ACTIONS)[number]

/** Of one concert. */
const PADS_MOST = 5
const NAME = {
  field: 'name',
  max: 40,
  blank: 'Напишите, у кого будет второй пульт',
  tooLong: 'Не длиннее 40 знаков',
} as const

/** Refuses ILLEGAL_STEP where the concert has enough of them. */
export function admitSecondPad(before: number): void {
  if (before >= PADS_MOST)
    throw new Refusal('ILLEGAL_STEP', 'Больше пяти вторых пультов не нужно: отзовите лишний')
}

/** Refuses VALIDATION at `name`. */
export const checkPadName = (name: string): string => checkLine(name, NAME)

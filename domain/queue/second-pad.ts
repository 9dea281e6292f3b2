import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'

/** The actions on a pad, as the log for those who share it names them; `change` is any other step. */
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
  'guest_out',
  'transpose',
  'orders',
  'battle',
  'change',
] as const
export type PadAction = (typeof PAD_ACTIONS)[number]

/** The most second pads of one concert. */
const PADS_MOST = 5
const NAME_MAX = 40
const NAME = {
  field: 'name',
  max: NAME_MAX,
  blank: 'Напишите, у кого будет второй пульт',
  tooLong: `Не длиннее ${NAME_MAX} символов`,
} as const

/** Refuses ILLEGAL_STEP where the concert already has that many. */
export function admitSecondPad(before: number): void {
  if (before >= PADS_MOST)
    throw new Refusal('ILLEGAL_STEP', 'Вторых пультов может быть не больше пяти: отзовите лишний')
}

/** Refuses VALIDATION at `name`. */
export const checkPadName = (name: string): string => checkLine(name, NAME)

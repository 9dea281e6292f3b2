import { randomUUID } from 'node:crypto'

/** Eight letters from a to f: of random digits one name in a hundred reads as abuse («e6a»), and its songs are held back. */
export const randomLetters = () =>
  randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/gu, (digit) => 'abcdefabcd'.charAt(Number(digit)))

export type TestCard = {
  readonly number: string
  readonly system: 'МИР' | 'VISA' | 'Mastercard'
  /** `pays`: at once; `code`: after its code; `poor`: never, for want of money. */
  readonly does: 'pays' | 'code' | 'poor'
}

/** The only cards that this bank takes; they belong to nobody. The first is written in the form already. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '2200 1234 5678 9019', system: 'МИР', does: 'pays' },
  { number: '4111 1111 1111 1111', system: 'VISA', does: 'pays' },
  { number: '5555 5555 5555 4444', system: 'Mastercard', does: 'pays' },
  { number: '2201 1234 5678 9000', system: 'МИР', does: 'code' },
  { number: '2200 0000 0000 0517', system: 'МИР', does: 'poor' },
]

export const DEFAULT_CARD = '2200 1234 5678 9019'
/** What the bank would send to the owner of a card. */
export const CARD_CODE = '1234'
/** After so many wrong codes the payment has failed. */
export const CODE_TRIES = 3

/** A card of the list by its digits, however they are spaced; null for any other number. */
export function testCard(number: string): TestCard | null {
  const digits = number.replaceAll(/\D/g, '')
  return TEST_CARDS.find((card) => card.number.replaceAll(' ', '') === digits) ?? null
}

/** «220012******9019». */
export function masked({ number }: TestCard): string {
  const digits = number.replaceAll(' ', '')
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`
}

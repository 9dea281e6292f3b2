/** The day of the text of each of our documents, `YYYY-MM-DD`: a text that means something else gets another. */
export const EDITIONS = { offer: '2026-11-22', privacy: '2026-11-22' } as const

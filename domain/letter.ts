export type MailText = { subject: string; text: string }

/** An e-mail with the greeting and the signature that all have; only the operator's letters are signed otherwise. */
export const letter = (subject: string, lines: readonly string[]): MailText => ({
  subject,
  text: ['Здравствуйте!', '', ...lines, '', '«Бис»'].join('\n'),
})

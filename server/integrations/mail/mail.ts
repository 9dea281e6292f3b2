import { Refusal } from '#domain/refusal.ts'

export type MailMessage = {
  /** One address. */
  to: string
  subject: string
  text: string
  /** The same e-mail for clients that show HTML. */
  html?: string
  headers?: Readonly<Record<string, string>>
  /** A UUID: a mailbox may dedupe e-mails with the same one. */
  id?: string
}

/** Sends e-mails. */
export type Mail = {
  /** Resolves when the e-mail was accepted, and refuses MAIL_DOWN when it was not. */
  send(message: MailMessage): Promise<void>
  /** Refuses MAIL_DOWN where no e-mail can be sent now, for callers that cannot wait. */
  ready(): Promise<void>
}

/** `unreached`: it surely was not sent, and may be later; `silent`: it may have been sent; `refused`: its mailbox will not take it later either. */
type MailAnswer = 'unreached' | 'silent' | 'refused'

export class MailDown extends Refusal {
  readonly answer: MailAnswer
  constructor(answer: MailAnswer) {
    super('MAIL_DOWN', 'Письмо отправить не удалось. Попробуйте ещё раз чуть позже.')
    this.answer = answer
  }
}

/** Whether the mail works, and this e-mail alone was not taken. */
export const isRefusedEmail = (error: unknown): boolean =>
  error instanceof MailDown && error.answer === 'refused'

/** For an installation without a mail server: refuses every e-mail. */
export function noMail(): Mail {
  const refuse = () => Promise.reject(new MailDown('unreached'))
  return { send: refuse, ready: refuse }
}

import { Refusal } from '#domain/refusal.ts'

export type MailMessage = {
  /** One address. */
  to: string
  subject: string
  text: string
  /** The same e-mail for clients that show HTML. */
  html?: string
  headers?: Readonly<Record<string, string>>
  /** A UUID: of two e-mails with the same one a mailbox may keep one. */
  id?: string
}

/** The way e-mails leave. */
export type Mail = {
  /** Ends when the e-mail was taken over, and refuses MAIL_DOWN when it was not. */
  send(message: MailMessage): Promise<void>
  /** Refuses MAIL_DOWN where no e-mail would leave now, for those who may not wait for theirs. */
  ready(): Promise<void>
}

/** `unreached`: it surely did not leave, and may later; `silent`: it may have left; `refused`: it will not later either. */
type MailAnswer = 'unreached' | 'silent' | 'refused'

export class MailDown extends Refusal {
  readonly answer: MailAnswer
  constructor(answer: MailAnswer) {
    super('MAIL_DOWN', 'Письмо отправить не удалось. Попробуйте ещё раз чуть позже.')
    this.answer = answer
  }
}

/** Of a server without a mail server: refuses every e-mail. */
export function noMail(): Mail {
  const refuse = () => Promise.reject(new MailDown('refused'))
  return { send: refuse, ready: refuse }
}

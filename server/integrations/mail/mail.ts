import { Refusal } from '#domain/refusal.ts'

export type Letter = {
  /** One address. */
  to: string
  subject: string
  text: string
  /** The same letter for clients that show HTML. */
  html?: string
}

/** The way letters leave. */
export type Mail = {
  /** Ends when the letter was taken over, and refuses MAIL_DOWN when it was not. */
  send(letter: Letter): Promise<void>
  /** Refuses MAIL_DOWN where no letter would leave now, for those who may not wait for theirs. */
  ready(): Promise<void>
}

export function mailDown(): Refusal {
  return new Refusal('MAIL_DOWN', 'Письмо отправить не удалось. Попробуйте ещё раз чуть позже.')
}

/** Of a server without a mail server: refuses every letter. */
export function noMail(): Mail {
  const refuse = () => Promise.reject(mailDown())
  return { send: refuse, ready: refuse }
}

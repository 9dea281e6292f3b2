import { Refusal } from '#domain/refusal.ts'

export type Letter = {
  /** One address. */
  to: string
  subject: string
  text: string
  /** The same letter for clients that show HTML. */
  html?: string
}

/** The way letters leave. `send` ends when the letter was taken over, and refuses MAIL_DOWN when it was not. */
export type Mail = { send(letter: Letter): Promise<void> }

export function mailDown(): Refusal {
  return new Refusal('MAIL_DOWN', 'Письмо отправить не удалось. Попробуйте ещё раз чуть позже.')
}

/** Of a server without a mail server: refuses every letter. */
export function noMail(): Mail {
  return {
    send() {
      return Promise.reject(mailDown())
    },
  }
}

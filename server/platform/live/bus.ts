/**
 * One thing that processes say to each other: the topic `concert` carries a concert's id, `flags` a flag's name, and so on.
 * It is a hint to re-read, never the truth: what it names is in the database.
 */
export type BusMessage = { readonly topic: string; readonly body: string }

/** What the processes of one installation tell each other. */
export type Bus = {
  /** After the commit. Heard in this process too, never inside the call itself. Never throws. */
  publish(topic: string, body: string): void
  /** Gives back the function that ends it. */
  subscribe(topic: string, hear: (body: string) => void): () => void
  /** False while messages from other processes may be missed. */
  healthy(): boolean
  /** Calls after a time in which messages may have been missed: every copy re-reads what it holds. */
  onGap(hear: () => void): () => void
  /** Sends what is waiting; afterwards `publish` does nothing. */
  close(): Promise<void>
}

/** The part of the server's logger that the live room uses. */
export type LiveLog = {
  warn(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

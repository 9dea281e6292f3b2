import type {
  ActionFunctionArgs,
  ClientActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  RouterContextProvider,
} from 'react-router'
import { data } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { CallFailed, errorMessage, orElse } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'

/** The address holds the token of a letter, so the page must not be cached. */
const NO_STORE = { 'Cache-Control': 'no-store' }

const FAILED = 'Не получилось. Попробуйте ещё раз.'

/** Reads what the link of a letter is about. */
type Look = typeof api.payment.numberChange | typeof api.security.emailChange
/** Does what the letter offers. */
type Undo = typeof api.payment.undoNumberChange | typeof api.security.undoEmailChange

/** `found` is null when the link is invalid or the request failed; `error` says why. */
export type LinkAnswer<E extends Look | Undo> = {
  found: AnswerOf<E> | null
  error: string | null
}

/** The exports of the page behind the link of a letter: it needs no login, and opening it changes nothing, since mail servers' programs open links too. */
export function letterLink<L extends Look, U extends Undo>(title: string, look: L, undo: U) {
  async function ask<E extends Look | Undo>(
    endpoint: E,
    token: string | undefined,
    context: Readonly<RouterContextProvider>,
  ) {
    return orElse(
      callFrom(context)(endpoint as Look, { body: { token: token ?? '' } }).then((found) =>
        data<LinkAnswer<E>>({ found, error: null }, { headers: NO_STORE }),
      ),
      (failure) =>
        data<LinkAnswer<E>>(
          { found: null, error: errorMessage(failure, FAILED) },
          { status: failure.status, headers: NO_STORE },
        ),
    )
  }
  const meta: MetaFunction = () => [
    { title: `${title} — Бис` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ]
  return {
    headers: () => NO_STORE,
    meta,
    loader: ({ params, context }: LoaderFunctionArgs) => ask(look, params['token'], context),
    action: ({ params, context }: ActionFunctionArgs) => ask(undo, params['token'], context),
    /** Without a network the question stays on the screen. */
    async clientAction({ serverAction }: ClientActionFunctionArgs): Promise<LinkAnswer<U>> {
      try {
        return await serverAction<LinkAnswer<U>>()
      } catch (failure) {
        if (failure instanceof Response) throw failure
        return { found: null, error: CallFailed.noNetwork().message }
      }
    },
  }
}

import { api } from '#contract/index.ts'
import type { NewKey } from '#contract/passkeys.ts'
import { KEY_ALGORITHMS } from '#domain/accounts/passkeys.ts'
import { CallFailed } from '../calls/call-failed.ts'
import { call } from '../calls/call.ts'

const FAILED = 'Ключ не сработал. Попробуйте ещё раз.'
const KNOWN = 'Этот ключ уже добавлен. Выберите другой.'

/** Only who presses a button of keys loads it. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser knows keys. */
export const knowsKeys = () => 'PublicKeyCredential' in window

/** What a browser throws where the person closed its window or the device has no such key. */
function asFailure(error: unknown): never {
  const known = error instanceof Error && error.name === 'InvalidStateError'
  throw new CallFailed({ status: 400, code: 'WRONG_KEY', message: known ? KNOWN : FAILED })
}

const described = ({ known }: Pick<NewKey, 'known'>) =>
  known.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports as AuthenticatorTransport[],
  }))

/** Makes a key on a device that the person chooses. Fails with WRONG_KEY. */
export async function makeKey(given: NewKey) {
  const { startRegistration } = await library()
  const { challenge, userId: id, userName: name, displayName } = given
  const made = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { name: 'Бис' },
      user: { id, name, displayName },
      pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: described(given),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  }).catch(asFailure)
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  return { id: made.id, clientDataJSON, attestationObject, transports }
}

async function signed(challenge: string, known: NewKey['known']) {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      userVerification: 'required',
      ...(known.length > 0 && { allowCredentials: described({ known }) }),
    },
  }).catch(asFailure)
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

/** Logs in by a key that the person chooses. Fails with WRONG_KEY. */
export async function logInByKey() {
  const { challenge } = await call(api.security.loginChallenge, {})
  return call(api.security.loginByKey, { body: await signed(challenge, []) })
}

/** Proves by a key of the account who holds this login. Fails with WRONG_KEY. */
export async function proveByKey(): Promise<void> {
  const { challenge, known } = await call(api.security.challenge, {})
  await call(api.security.prove, { body: await signed(challenge, known) })
}

/** Does a work that may need a key: where the server asks for one, the person is asked and the work done again. */
export async function withProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (failure) {
    if (!(failure instanceof CallFailed) || failure.code !== 'PASSKEY_NEEDED') throw failure
    await proveByKey()
    return work()
  }
}

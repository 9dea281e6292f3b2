import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { api } from '#contract/index.ts'
import type { World } from '../world.ts'
import { ARTIST_PASSWORD } from '../world.ts'
import { freshAddress } from './newcomer.ts'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

// WebAuthn, 6.1: the user was present and verified; a key comes with it.
const USER = 0x05
const WITH_KEY = 0x40

/** A device that makes one key and signs with it (ES256, WebAuthn 6), as an honest browser of `origin` uses it. */
export function makeAuthenticator(origin = 'http://localhost') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let uses = 0
  const rpIdHash = sha256(new URL(origin).hostname)
  const clientData = (type: string, challenge: string) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false })
  function authData(flags: number, more: Uint8Array = new Uint8Array()) {
    uses += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([rpIdHash, Buffer.of(flags), counter, more])
  }
  return {
    /** The next answers count as if the device had been used so often. */
    turnBack(to: number) {
      uses = to
    },
    make(challenge: string) {
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const key = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cose])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(USER | WITH_KEY, key))],
      ])
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      }
    },
    sign(challenge: string) {
      const data = clientData('webauthn.get', challenge)
      const authenticatorData = authData(USER)
      const signed = Buffer.concat([authenticatorData, sha256(data)])
      return {
        id: base64url(id),
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, privateKey)),
      }
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>
type Owner = { token: string; password?: string }

/** Adds a key to an account, proved by its password; returns the device. */
export async function withPasskey(
  world: World,
  { token, password: currentPassword = ARTIST_PASSWORD }: Owner,
  name = 'Телефон Марка',
): Promise<Authenticator> {
  const device = makeAuthenticator()
  const body = { currentPassword }
  const { challenge } = await world.ok(api.security.newKey, { body }, { token })
  await world.ok(api.security.addKey, { body: { name, ...device.make(challenge) } }, { token })
  return device
}

/** The answer of a device to a challenge for a login. */
export async function signedLogin(world: World, device: Authenticator) {
  const as = { address: freshAddress() }
  const { challenge } = await world.ok(api.security.loginChallenge, {}, as)
  return device.sign(challenge)
}

/** The reply to a login by the key of a device. */
export async function keyLogin(world: World, device: Authenticator) {
  const body = await signedLogin(world, device)
  return world.call(api.security.loginByKey, { body }, { address: freshAddress() })
}

/** The answer of a device to a challenge for a proof. */
export async function signedProof(world: World, device: Authenticator, { token }: Owner) {
  const { challenge } = await world.ok(api.security.challenge, {}, { token })
  return device.sign(challenge)
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Options {
  readonly challenge: string
}

/** Faults of a fake or broken authenticator. */
export interface Twist {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** User present but not verified by finger, face or code. */
  readonly unverified?: boolean
  readonly counter?: number
  readonly type?: string
  readonly userHandle?: string
}

/** A software authenticator: creates a key and signs by WebAuthn, with the faults of `twist`. */
export class SoftKey {
  readonly id = randomBytes(32)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private counter = 0
  private readonly site: { readonly origin: string; readonly rpId: string }

  constructor(site: { readonly origin: string; readonly rpId: string }) {
    this.site = site
  }

  get credentialId(): string {
    return this.id.toString('base64url')
  }

  /** `RegistrationResponseJSON`. */
  register(options: Options, twist: Twist = {}) {
    const attested = Buffer.concat([
      Buffer.alloc(16),
      uint16(this.id.length),
      this.id,
      publicKeyOf(this.keys.publicKey),
    ])
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(this.authenticatorData(twist, attested))],
      ]),
    )
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON: this.clientData('webauthn.create', options, twist).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** `AuthenticationResponseJSON`. */
  answer(options: Options, twist: Twist = {}) {
    const data = this.authenticatorData(twist)
    const client = this.clientData('webauthn.get', options, twist)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
        ...(twist.userHandle === undefined ? {} : { userHandle: twist.userHandle }),
      },
    }
  }

  private clientData(type: string, { challenge }: Options, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? this.site.origin,
        crossOrigin: false,
      }),
    )
  }

  private authenticatorData(twist: Twist, attested?: Buffer): Buffer {
    const present = 0x01
    const verified = twist.unverified ? 0 : 0x04
    const holdsKey = attested ? 0x40 : 0
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(twist.counter ?? ++this.counter)
    return Buffer.concat([
      createHash('sha256')
        .update(twist.rpId ?? this.site.rpId)
        .digest(),
      Buffer.from([present | verified | holdsKey]),
      counter,
      ...(attested ? [attested] : []),
    ])
  }
}

/** Returns the key in COSE format: EC2, ES256, P-256. */
function publicKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return Buffer.from(isoCBOR.encode(cose))
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

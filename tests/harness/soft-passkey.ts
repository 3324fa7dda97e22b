import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Mistakes that a test can put into an answer. */
interface Changes {
  origin?: string
  rpId?: string
  isVerified?: boolean
  key?: SoftPasskey
  challenge?: string
  type?: string
  counter?: number
}

/** A software authenticator (ES256). It returns answers in the form in which a browser passes them on. */
export class SoftPasskey {
  readonly id = randomBytes(32).toString('base64url')
  private readonly origin: string
  private readonly privateKey: KeyObject
  private readonly publicKey: KeyObject
  private counter = 0

  constructor(origin: string) {
    this.origin = origin
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.privateKey = keys.privateKey
    this.publicKey = keys.publicKey
  }

  /** The answer to a registration. */
  made(challenge: string) {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' })
    // COSE: key type EC2, algorithm ES256, curve P-256, the point.
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)])
    const authData = Buffer.concat([this.head({ flags: 0x45, counter: 0 }), credential])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url')
    const clientDataJSON = this.clientData('webauthn.create', challenge, this.origin).toString('base64url')
    return this.credential({ clientDataJSON, attestationObject, transports: ['internal'] })
  }

  /** The answer to a sign-in. */
  used(challenge: string, changes: Changes = {}) {
    this.counter = changes.counter ?? this.counter + 1
    const flags = changes.isVerified === false ? 0x01 : 0x05
    const authData = this.head({ flags, counter: this.counter, rpId: changes.rpId })
    const { type = 'webauthn.get', origin = this.origin } = changes
    const clientData = this.clientData(type, changes.challenge ?? challenge, origin)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, (changes.key ?? this).privateKey).toString('base64url'),
    })
  }

  private credential(response: Record<string, unknown>) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response }
  }

  private clientData(type: string, challenge: string, origin: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private head({ flags, counter, rpId }: { flags: number; counter: number; rpId?: string | undefined }) {
    const domain = rpId ?? new URL(this.origin).hostname
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(domain).digest(), Buffer.from([flags]), count])
  }
}

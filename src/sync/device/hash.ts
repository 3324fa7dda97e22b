import { hex } from '../../rules/bytes.ts'

/** Hex sha-256, which identifies a photo on the device and on the server. */
export const sha256Of = async (bytes: ArrayBuffer): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

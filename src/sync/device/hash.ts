import { hex } from '../../rules/bytes.ts'

/** Hex sha-256, by which a photo is recognised on the device and on the server. */
export const sha256Of = async (bytes: ArrayBuffer): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

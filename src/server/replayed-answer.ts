import type { Endpoint } from '../contract/endpoint.ts'
import { hasFileAddresses, mapFileAddresses } from '../contract/photo.ts'
import { FILES_PATH, type Signer } from './files/signed-address.ts'
import type { Answer } from './idempotency.ts'

/** A stored answer that is sent again. Its file addresses are signed anew, because the stored ones expire. */
export const replayedAnswer = ({ reply }: Endpoint, { body, ...answer }: Answer, sign: Signer): Answer => {
  const headers = { ...answer.headers, 'Idempotency-Replayed': 'true' }
  if (!hasFileAddresses(reply)) return { ...answer, body, headers }
  const signed = mapFileAddresses(reply, JSON.parse(body.toString('utf8')), (address) => signedAnew(address, sign))
  return { ...answer, body: Buffer.from(JSON.stringify(signed)), headers }
}

const signedAnew = (address: string, sign: Signer): string => {
  const { pathname, searchParams } = new URL(address, 'http://town')
  const [key = '', name = ''] = pathname.slice(FILES_PATH.length + 1).split('/')
  const part = (['web', 'thumb', 'original'] as const).find((it) => it === searchParams.get('part'))
  return part ? sign(key, part, decodeURIComponent(name)) : address
}

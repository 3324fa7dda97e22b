import { createHmac, timingSafeEqual } from 'node:crypto'
import { calls } from '../../contract/calls.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { hasFileAddresses, mapFileAddresses } from '../../contract/photo.ts'

/** Where files are served that answers of the other server named, below the path of all files. */
export const NAMED_FILES = '/api/files/from/'
/** The parameter that proves that an answer named the address. */
const PROOF = 'named'

/**
 * A foreign file address as one of our own: '/api/files/from/<its origin>/<its path>?<its query>&named=<proof>'. The
 * path stays the same when the other server signs the address again, so a phone recognises the picture by it.
 */
export const ownAddress = (secret: string, { href, origin, pathname, search }: URL): string => {
  const proof = `${search === '' ? '?' : `${search}&`}${PROOF}=${proofOf(secret, href)}`
  return `${NAMED_FILES}${Buffer.from(origin).toString('base64url')}${pathname}${proof}`
}

/**
 * The foreign address behind one of our own; undefined for one that no answer named. `path` and `search` as requested.
 */
export const namedAddress = (secret: string, path: string, search: string): URL | undefined => {
  const place = /^([\w-]+)(\/.*)$/.exec(path.slice(NAMED_FILES.length))
  const query = new RegExp(`^(\\?|\\?.*&)${PROOF}=([\\w-]+)$`).exec(search)
  const [, origin, pathname] = place ?? []
  const [, before, proof] = query ?? []
  if (origin === undefined || pathname === undefined || before === undefined || proof === undefined) return undefined
  const href = `${Buffer.from(origin, 'base64url').toString()}${pathname}${before.slice(0, -1)}`
  return isEqual(proof, proofOf(secret, href)) ? new URL(href) : undefined
}

const proofOf = (secret: string, href: string) =>
  createHmac('sha256', secret).update(`file\n${href}`).digest('base64url')

const isEqual = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

/** The documented calls whose answers name files, each with its paths. */
const naming = calls
  .filter(({ reply }) => hasFileAddresses(reply))
  .map((call) => ({ call, path: new RegExp(`^${call.path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`) }))

/** The call whose answer names files, or undefined; `path` without the prefix of the API. */
export const callNamingFiles = (method: string, path: string): Endpoint | undefined =>
  naming.find((it) => it.call.method === method && it.path.test(path))?.call

/** What is needed to resolve an address in an answer. */
interface Naming {
  secret: string
  /** The address of the answer. */
  asked: URL
  /** Base address of all calls. */
  api: URL
  /** Our own origin. The other server was told it and may use it in addresses. */
  host: string
}

/** An answer with its file addresses replaced by our own; unchanged when it names none. */
export const withNamedFiles = (text: string, { reply }: Endpoint, naming: Naming): string => {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return text
  }
  let found = false
  const replaced = mapFileAddresses(reply, answer, (address) => {
    const own = ownFor(address, naming)
    found ||= own !== address
    return own
  })
  return found ? JSON.stringify(replaced) : text
}

/** An address below the other server's own calls is requested like a call. Any other web address gets a proof. */
const ownFor = (address: string, { secret, asked, api, host }: Naming): string => {
  if (address === '' || !URL.canParse(address, asked.href)) return address
  let url = new URL(address, asked)
  const isAtHome = url.host === host || (!address.startsWith('//') && !URL.canParse(address))
  if (url.host === host) url = new URL(url.pathname + url.search, api)
  const base = api.pathname.replace(/\/$/, '')
  if (isAtHome && url.origin === api.origin && url.pathname.startsWith(`${base}/`))
    return `/api${url.pathname.slice(base.length)}${url.search}`
  url.hash = ''
  const isWeb = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isWeb ? ownAddress(secret, url) : address
}

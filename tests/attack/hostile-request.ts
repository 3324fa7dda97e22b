import fc from 'fast-check'
import { calls } from '../../src/contract/calls.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { formFields } from '../../src/contract/form-fields.ts'
import { valuesOf } from '../harness/arbitrary.ts'
import type { PersonName } from '../harness/people.ts'
import { type Dice, diceOf } from './dice.ts'
import { hostileBody, type Samples } from './hostile-body.ts'
import { hostileHeaders } from './hostile-headers.ts'
import { hostileText, hostileValue, spoiled } from './hostile-values.ts'

/** The sender: a person of the office, nobody, or one with an invalid token. */
export type Sender = PersonName | 'nobody' | 'forged'

/** One request of an attack. */
export interface HostileRequest {
  seed: number
  n: number
  /** Row of the inventory; '' when the request is for no call. */
  call: string
  as: Sender
  method: string
  /** ASCII, as in the request line. */
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** Sign-out is left out: it would end the session of all other requests. */
const leftOut = new Set(['X1'])
const aimed = calls.filter(({ id }) => !leftOut.has(id))
/** Calls that store files or check passwords cost a hundred times as much as others, so they are rarer. */
const dear = (call: Endpoint) => call.files !== '' || /login|password/.test(call.path)

const senders: readonly Sender[] = [
  ...(['admin', 'admin', 'admin', 'admin', 'admin', 'admin', 'ons', 'ons', 'ons', 'ons'] as const),
  ...(['otherOns', 'oas', 'oas', 'guest', 'guest', 'nobody', 'forged'] as const),
]

/** The n-th request of a seed. It is always the same. */
export const hostileRequest = (seed: number, n: number, samples: Samples): HostileRequest => {
  const dice = diceOf(seed, n)
  if (dice.percent(3)) return elsewhere(seed, n, dice)
  const drawn = dice.pick(aimed)
  const call = dear(drawn) && dice.percent(60) ? dice.pick(aimed) : drawn
  const isOdd = dice.percent(4)
  const method = isOdd ? dice.pick(oddMethods) : call.method
  const hasBody = method !== 'GET' && method !== 'HEAD' && (call.encoding !== 'none' || dice.percent(10))
  const body = hasBody ? hostileBody(call, bodyOf(call, dice), dice, samples) : { type: null, bytes: Buffer.alloc(0) }
  const headers = hostileHeaders(dice, { n, type: body.type })
  const strike = { seed, n, call: call.id, as: dice.pick(senders), method }
  return { ...strike, path: `${pathOf(call, dice)}${queryOf(call, dice)}`, headers, body: body.bytes }
}

const oddMethods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PUT',
  'PATCH',
  'DELETE',
  'POST',
  'PROPFIND',
  'SEARCH',
  'PURGE',
  'LINK',
  'M-SEARCH',
]

const bodies = new Map<Endpoint, fc.Arbitrary<unknown>>()
const searches = new Map<Endpoint, fc.Arbitrary<unknown>>()

const drawn = (known: Map<Endpoint, fc.Arbitrary<unknown>>, call: Endpoint, schema: Endpoint['body'], dice: Dice) => {
  const values = known.get(call) ?? valuesOf(schema)
  known.set(call, values)
  return fc.sample(values, { seed: dice.seed, numRuns: 1 })[0]
}

/** A valid body of the call, unchanged or spoiled in one or several places. */
const bodyOf = (call: Endpoint, dice: Dice): unknown => {
  if (call.path === '/sync/batch') return batchOf(dice)
  let value = drawn(bodies, call, call.body, dice)
  if (dice.percent(25)) return value
  for (let times = 1 + dice.below(3); times > 0; times--) value = spoiled(value, dice)
  return value
}

const batchOf = (dice: Dice): unknown =>
  dice.percent(10)
    ? hostileValue(dice)
    : Array.from({ length: dice.percent(95) ? dice.below(4) : 101 }, () => {
        const call = dice.pick(aimed.filter((it) => it.path !== '/sync/batch'))
        const one = {
          key: dice.percent(80) ? `batched-${dice.below(1e6)}` : hostileText(dice),
          method: dice.percent(90) ? call.method : hostileText(dice),
          path: dice.percent(90) ? call.path.replaceAll(/:\w+/g, () => dice.pick(['1', '2', '3'])) : hostileText(dice),
          body: bodyOf(call, dice),
        }
        return dice.percent(80) ? one : spoiled({ ...one, ifMatch: '"1-1"', former: '-1' }, dice)
      })

const ids = [
  ...[
    '0',
    '-1',
    '1.5',
    '1e3',
    '+1',
    '01',
    '999999',
    '2147483647',
    '2147483648',
    '9007199254740993',
    '9223372036854775808',
  ],
  ...[
    '99999999999999999999',
    'x',
    'NaN',
    'null',
    '%00',
    '%2f',
    '..%2f',
    '%2e%2e',
    '%ff',
    '%c0%ae',
    '%',
    '%zz',
    "1'",
    '1;--',
  ],
  ...[
    '1%20',
    '%D9%A3',
    '1%0d%0aX:y',
    '__proto__',
    'constructor',
    '1,2',
    '1/../2',
    '*',
    '',
    '%25',
    '1%2500',
    '{id}',
    ':id',
  ],
]

const pathOf = (call: Endpoint, dice: Dice): string => {
  const path = call.path.replaceAll(/:\w+/g, () =>
    dice.percent(75) ? dice.pick(['1', '2', '1', '2', '3', '17']) : dice.pick(ids),
  )
  const whole = `/api${path}`
  if (dice.percent(94)) return whole
  return dice.pick([
    `/api/${path}`,
    `${whole}/`,
    `${whole}//`,
    `${whole}/.`,
    `${whole}/../`,
    whole.toUpperCase(),
    `${whole};a=b`,
    `${whole}%00`,
    `/api/./${path}`,
    `${whole}%20`,
    `/api%2f${path.slice(1)}`,
    whole.replace(/\/$/, ''),
  ])
}

const queryOf = (call: Endpoint, dice: Dice): string => {
  const search = drawn(searches, call, call.search, dice)
  const pairs = formFields(search instanceof Object ? search : {})
  if (dice.percent(25)) pairs.push([dice.pick(queryNames), hostileText(dice)])
  const first = pairs[0]
  if (first && dice.percent(10)) pairs.push([first[0], hostileText(dice)])
  if (dice.percent(2))
    return dice.pick([
      '?',
      '?%',
      '?=&=&',
      '?a=%ff%fe',
      '?limit[]=1',
      `?${'a=1&'.repeat(900)}`,
      '?limit=1;drop',
      '??',
      '?#',
    ])
  const text = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return text === '' ? '' : `?${text.slice(0, 6_000)}`
}

const queryNames = [
  'limit',
  'skip',
  'search',
  'query',
  'since',
  'status',
  'start_date',
  'end_date',
  'role',
  'download',
  '__proto__',
  'record_id',
  'unit_id',
  'access_token',
]

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27')

const places = [
  ...[
    '/',
    '/api',
    '/api/',
    '/api//',
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/town.json',
    '/software.json',
    '/sbom.json',
  ],
  ...[
    '/files/x',
    '/files/',
    '/files/%00',
    '/files/..%2f..%2fetc%2fpasswd',
    '/..%2f',
    '/.env',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/sw.js.map',
  ],
  ...[
    '/assets/..%5c..%5c',
    '/address/1',
    '/login',
    '/%',
    '/%zz',
    '/%ff',
    '/index.html%00.js',
    '/api/nothing',
    '/api/__proto__',
    '//evil.example/',
  ],
]

/** A request beside the calls: the app, its files, the health and metrics pages. */
const elsewhere = (seed: number, n: number, dice: Dice): HostileRequest => ({
  seed,
  n,
  call: '',
  as: dice.pick(senders),
  method: dice.percent(70) ? 'GET' : dice.pick(oddMethods),
  path: `${dice.pick(places)}${dice.percent(30) ? `?${encode(hostileText(dice)).slice(0, 3_000)}` : ''}`,
  headers: hostileHeaders(dice, { n, type: null }),
  body: Buffer.alloc(0),
})

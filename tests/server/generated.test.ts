import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameOf } from '../../src/contract/call-name.ts'
import { calls } from '../../src/contract/calls.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { formFields } from '../../src/contract/form-fields.ts'
import { Download } from '../../src/contract/photo.ts'
import { ErrorReply } from '../../src/contract/text.ts'
import { valuesOf } from '../harness/arbitrary.ts'
import { type Office, office } from '../harness/office.ts'
import { fillTown } from './full-town.ts'
import { jpeg } from './visit.ts'

/** Few requests for each call, so that all of them take seconds. Another seed gives other requests. */
const runs = Number(process.env.GENERATED_RUNS ?? 6)
const seed = Number(process.env.GENERATED_SEED ?? 20261120)

let town: Office
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  town = await office()
  await fillTown(town)
  photo = new Uint8Array(await jpeg())
})
afterAll(() => town.close())

/** It ends the session that the other calls use. */
const leftOut = new Set(['X1'])

/** These calls accept only a body that repeats stored values or contains a file. Random bodies do neither. */
const ofContext = new Set(['X100', 'X101', 'X103', 'X104', 'X105', 'X106', 'X108'])

const ids = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '3') },
  fc.constantFrom('999999', '0', '-1', '1.5', 'x', '2147483648', '9007199254740993', '%00', "1'", '..%2f'),
)

/** A batch must not end the session either; all its possible calls are tried by themselves. */
const batches = fc.array(
  fc.record(
    {
      key: fc.string({ maxLength: 300 }),
      method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'GET'),
      path: fc.constantFrom(
        '/rooms/',
        '/areas/1/observations',
        '/violation/1/abate',
        '/nowhere',
        '/login',
        '//',
        '../x',
      ),
      body: fc.oneof(fc.constant({ name: 'Attic' }), fc.jsonValue()),
      ifMatch: fc.constantFrom('*', '"1-1"', 'x', '\u00e9'),
    },
    { requiredKeys: ['key', 'method', 'path'] },
  ),
  { maxLength: 4 },
)

const requestsOf = (call: Endpoint): fc.Arbitrary<{ url: string; body: unknown; files: number }> =>
  fc
    .record({
      params: fc.array(ids, { minLength: 3, maxLength: 3 }),
      search: valuesOf(call.search),
      body: call.id === 'X4' ? batches : valuesOf(call.body),
      files: call.files === '' ? fc.constant(0) : fc.constantFrom(0, 1, 1, 2),
    })
    .map(({ params, search, body, files }) => {
      let at = 0
      const path = call.path.replaceAll(/:\w+/g, () => params[at++] ?? '1')
      const query = new URLSearchParams(formFields(search instanceof Object ? search : {}).map(tidyPair))
      return { url: `/api${path}?${query}`, body, files }
    })

const tidyPair = ([name, text]: [string, string]): [string, string] => [name.toWellFormed(), text.toWellFormed()]

const send = ({ method, encoding, files: field }: Endpoint, asked: { url: string; body: unknown; files: number }) => {
  const as = town.people.admin
  if (encoding === 'none' || method === 'GET') return town.fetch(asked.url, { method, as })
  if (encoding === 'json') {
    const headers = { 'Content-Type': 'application/json' }
    return town.fetch(asked.url, { method, as, headers, body: JSON.stringify(asked.body) ?? '' })
  }
  const form = new FormData()
  for (const [name, text] of formFields(asked.body instanceof Object ? asked.body : {}).map(tidyPair))
    form.append(name, text)
  for (let at = 0; at < asked.files; at++) form.append(field, new File([at ? 'no picture' : photo], `p${at}.jpg`))
  return town.fetch(asked.url, { method, as, body: form })
}

const problemOf = async (call: Endpoint, answer: Response): Promise<string | undefined> => {
  if (answer.status >= 500 || answer.status < 200) return `answered ${answer.status}: ${await answer.text()}`
  if (answer.status < 300 && call.reply === Download) {
    const begin = Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 2)
    return begin === 'PK' ? undefined : `is no document but ${begin}`
  }
  if (!answer.headers.get('Content-Type')?.startsWith('application/json')) return 'is no JSON'
  const body: unknown = await answer.json()
  const parsed = answer.status < 300 ? call.reply.safeParse(body) : ErrorReply.safeParse(body)
  if (!parsed.success) return `${answer.status} breaks its schema: ${JSON.stringify(parsed.error.issues).slice(0, 500)}`
  if (answer.status < 300 && answer.status !== call.status) return `answered ${answer.status}, not ${call.status}`
  return undefined
}

describe('any input', () => {
  test.each(calls.filter(({ id }) => !leftOut.has(id)).map((call) => [call.id, nameOf(call), call] as const))(
    '%s %s is answered by its schema, or refused with {detail}; never 5xx',
    async (_, __, call) => {
      await fc.assert(
        fc.asyncProperty(requestsOf(call), async (asked) => {
          const problem = await problemOf(call, await send(call, asked))
          if (problem) throw new Error(problem)
        }),
        { numRuns: runs, seed, endOnFailure: true },
      )
    },
  )

  test('most calls were really answered, not only refused', async () => {
    const text = await (await fetch(`${town.url}/metrics`)).text()
    const answered = new Set(
      [...text.matchAll(/codesoft_requests_total\{call="(\w+)",status="20\d"\}/g)].map(([, id]) => id),
    )
    const never = calls
      .filter(({ id }) => !answered.has(id) && !leftOut.has(id) && !ofContext.has(id))
      .map(({ id }) => id)
    expect(never.length, never.join(' ')).toBeLessThan(calls.length * 0.2)
  })
})

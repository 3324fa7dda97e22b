import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { nameOf, urlOf } from '../../src/contract/call-name.ts'
import { calls } from '../../src/contract/calls.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { definitionOf, type Schema } from '../../src/contract/schema.ts'
import { sync } from '../../src/contract/sync.ts'
import { type Office, office } from '../harness/office.ts'
import { fillTown } from './full-town.ts'

let town: Office
beforeAll(async () => {
  town = await office({ config: { manualPermits: true } })
  await fillTown(town)
})
afterAll(() => town.close())

type Path = (string | number)[]

/** A number or a boolean in a body: where, and which. */
interface Leaf {
  path: Path
  kind: 'number' | 'boolean'
}

/**
 * A value that the contract accepts for a field without parts. Every text is different, because some names must be
 * unique.
 */
const valueFor = (field: Schema, name: string): unknown => {
  const text = /_at$|At$/.test(name) ? '2026-11-20T14:00:00Z' : `Attic ${++made}`
  const values = [
    1,
    true,
    text,
    `rose${made}@town.example`,
    '2026-11-20',
    '2026-2027',
    'https://town.example',
    '/violations',
    'vacant',
  ]
  const enumerated =
    definitionOf(inside(field)).type === 'enum'
      ? Object.values((definitionOf(inside(field)) as { entries: object }).entries)
      : []
  // `safeParse` is on every schema of zod/mini, which the contract is written with.
  return [...enumerated, ...values].find((value) => (field as z.ZodMiniType).safeParse(value).success)
}
let made = 0

const inside = (schema: Schema): Schema => {
  const def = definitionOf(schema)
  return 'innerType' in def ? inside(def.innerType) : schema
}

/** A body with every field filled, and where its numbers and booleans are; one for each way to write it. */
const bodiesOf = (schema: Schema, name = '', at: Path = []): { value: unknown; leaves: Leaf[] }[] => {
  const core = inside(schema)
  const def = definitionOf(core)
  if (def.type === 'union' && def.options.some((option) => definitionOf(option).type === 'object'))
    return def.options.flatMap((option) => bodiesOf(option, name, at))
  if (def.type === 'array')
    return bodiesOf(def.element, name, [...at, 0]).map(({ value, leaves }) => ({ value: [value], leaves }))
  if (def.type !== 'object') {
    const value = valueFor(schema, name)
    const kind = def.type === 'unknown' ? 'anything' : typeof value
    return [{ value, leaves: kind === 'number' || kind === 'boolean' ? [{ path: at, kind }] : [] }]
  }
  const fields = Object.entries(def.shape).map(([key, field]) => [key, bodiesOf(field, key, [...at, key])] as const)
  const count = Math.max(1, ...fields.map(([, ways]) => ways.length))
  return Array.from({ length: count }, (_, way) => {
    const chosen = fields.map(([key, ways]) => [key, ways[way % ways.length]] as const)
    return {
      value: Object.fromEntries(chosen.map(([key, it]) => [key, it?.value])),
      leaves: chosen.flatMap(([, it]) => it?.leaves ?? []),
    }
  })
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, step) => (part instanceof Object ? Reflect.get(part, step) : undefined), value)

const withText = (value: unknown, [step, ...rest]: Path, put: (old: unknown) => unknown): unknown => {
  if (step === undefined) return put(value)
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Reflect.set(copy, step, withText(at(value, [step]), rest, put))
  return copy
}

/** Every JSON call with a number or a boolean in its body, each way to write it by itself. */
const cases = calls
  .filter(({ encoding }) => encoding === 'json')
  .flatMap((call) =>
    bodiesOf(call.body).flatMap(({ leaves }, way) =>
      leaves.length > 0 ? [[call.id, nameOf(call), way, call] as const] : [],
    ),
  )

/** These must repeat stored values or contain a file. `routes/town.test.ts` and `people-file.test.ts` send them. */
const ofContext = new Set(['X101', 'X103', 'X104', 'X105', 'X106', 'X108'])

const send = async ({ path, method }: Endpoint, body: unknown) => {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 1]))
  const answer = await town.fetch(`/api${urlOf(path, params)}`, {
    method,
    as: town.people.admin,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, reply: (await answer.json()) as unknown }
}

/** The body with every field new, as the caller changes it. */
const fresh = (call: Endpoint, way: number) => bodiesOf(call.body)[way] ?? { value: undefined, leaves: [] }

const asText = (value: unknown) => String(value)
const taken = {
  number: [
    asText,
    (it: unknown) => ` ${it} `,
    (it: unknown) => `+${it}`,
    (it: unknown) => `${it}.0`,
    (it: unknown) => `0${it}`,
  ],
  boolean: [asText, () => 'TRUE', () => 'on', () => 'yes', () => '1', () => 1],
}
const refused = {
  number: [
    'abc',
    '1e999',
    '',
    ' ',
    '0x10',
    'NaN',
    'Infinity',
    '1e3',
    '１',
    '1,5',
    '--1',
    '1 2',
    '1.',
    'true',
    '9'.repeat(400),
    [1],
    {},
  ],
  boolean: ['abc', '', ' ', '2', 'NaN', 'maybe', ' true ', 2, -1, [true], {}],
}

/** Calls about two different records, or about what was made before: the same value in every field is refused in words. */
const refusedAlike = new Set(['X93', 'X94', 'X96', 'X111', 'X112'])

describe('numbers and booleans sent as text in JSON', () => {
  test.each(cases.filter(([id]) => !ofContext.has(id)))(
    '%s %s (%i): each is taken as if it were sent as it is',
    async (_, __, way, call) => {
      const native = fresh(call, way)
      const plain = await send(call, native.value)
      if (!refusedAlike.has(call.id)) expect([200, 201], JSON.stringify(plain.reply)).toContain(plain.status)
      // A change that is already done is refused the second time in both forms, so the body was understood.
      const understood = [plain.status, 409]
      const other = fresh(call, way)
      const texts = other.leaves.reduce((body, { path }) => withText(body, path, asText), other.value)
      const asTexts = await send(call, texts)
      expect(understood, JSON.stringify(asTexts.reply)).toContain(asTexts.status)
      // The words that stand in for texts are numbered.
      const said = (it: typeof plain) => JSON.stringify(it).replaceAll(/\d+/g, '0')
      if (refusedAlike.has(call.id)) expect(said(asTexts)).toBe(said(plain))
      for (const { path, kind } of native.leaves) {
        if (asTexts.status !== 409) expect([path, at(asTexts.reply, path)]).toEqual([path, at(plain.reply, path)])
        for (const write of taken[kind]) {
          const body = withText(fresh(call, way).value, path, write)
          const { status, reply } = await send(call, body)
          expect(understood, `${JSON.stringify(body)} ${JSON.stringify(reply)}`).toContain(status)
        }
      }
    },
  )

  test.each(cases)('%s %s (%i): a text that is no number or no boolean is 422 and named', async (_, __, way, call) => {
    const isOneOfTwo = definitionOf(inside(call.body)).type === 'union'
    for (const { path, kind } of fresh(call, way).leaves) {
      for (const value of refused[kind]) {
        const body = withText(fresh(call, way).value, path, () => value)
        const { status, reply } = await send(call, body)
        expect([path, value, status]).toEqual([path, value, 422])
        // A body that may be written in two ways is refused as a whole.
        const place = isOneOfTwo ? ['body'] : ['body', ...path]
        expect(JSON.stringify(reply)).toContain(JSON.stringify(place))
      }
    }
  })

  test('the fields that clients were seen to send as text are among them', () => {
    const names = cases.flatMap(([, , way, call]) =>
      fresh(call, way).leaves.map(({ path }) => `${call.id} ${path.join('.')}`),
    )
    for (const name of [
      'B71 user_id',
      'B71 violation_id',
      'B109 fine',
      'B109 code_id',
      'B109 status',
      'B42 role',
      'B42 active',
    ])
      expect(names).toContain(name)
    for (const field of ['extend', 'user_id', 'address_id', 'codes.0', 'license_type', 'contact_id', 'unit_id', 'paid'])
      expect(
        names.some((name) => name.endsWith(` ${field}`)),
        field,
      ).toBe(true)
    expect(names.length).toBeGreaterThan(60)
  })

  test('in a call of a batch too', async () => {
    const body = { content: 'Loose tread', user_id: '1', codes: ['1', '2'], potentialvio: 'true' }
    const { reply } = await send(sync.batch, [
      { key: 'as-text-1', method: 'POST', path: '/areas/1/observations', body },
    ])
    expect(reply).toMatchObject([{ status: 201, body: { codes: [{ id: 1 }, { id: 2 }], potentialvio: true } }])
  })
})

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { nameOf, urlOf } from '../src/contract/call-name.ts'
import { calls, documented, extensions } from '../src/contract/calls.ts'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { typeOfParam } from '../src/contract/id.ts'
import { openApiOf } from '../src/contract/openapi.ts'
import { Download, Uploaded } from '../src/contract/photo.ts'
import { documentedCalls } from './contract/documented-calls.ts'
import { recorded } from './contract/recorded.ts'

const callOf = (id: string): Endpoint => {
  const found = calls.find((call) => call.id === id)
  if (!found) throw new Error(`No call ${id}`)
  return found
}

const paramsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

describe('the table of calls', () => {
  test('B1 to B120 are there, each once, in order, with the documented method and path', () => {
    const ours = documented.map((call) => [call.id, nameOf(call).replaceAll(/:\w+/g, '{}')])
    expect(ours).toEqual(documentedCalls)
  })

  test('our own calls are few and apart', () => {
    expect(extensions.map((call) => `${call.id} ${nameOf(call)}`)).toEqual([
      'X1 POST /logout',
      'X2 GET /sync/changes',
      'X3 POST /sync/heartbeat',
      'X4 POST /sync/batch',
      'X5 GET /sync/info',
      'X6 POST /user/password',
      'X7 POST /users/:userId/password',
      'X8 GET /sync/devices',
      'X9 GET /audit',
      'X10 POST /users/',
      'X11 POST /sync/known',
      'X20 POST /users/:userId/sign-in-code',
      'X21 POST /sign-in/single',
      'X22 POST /user/passkeys/begin',
      'X23 POST /user/passkeys',
      'X24 GET /user/passkeys',
      'X25 POST /user/passkeys/remove',
      'X26 POST /sign-in/passkey/begin',
      'X27 POST /sign-in/passkey',
      'X40 GET /sync/seal-key',
      'X41 POST /sync/unseal',
      'X50 GET /addresses/:addressId/alerts',
      'X51 POST /addresses/:addressId/alerts',
      'X52 PATCH /alerts/:alertId',
      'X53 GET /inspections/:inspectionId/answers',
      'X54 POST /areas/:areaId/answers',
      'X55 PATCH /answers/:answerId',
      'X56 GET /code-synonyms',
      'X57 GET /phrases',
      'X60 GET /map',
      'X61 GET /evidence/original',
      'X62 GET /audit/heads',
      'X63 GET /violation/:violationId/evidence',
      'X64 GET /violation/:violationId/services',
      'X65 POST /violation/:violationId/services',
      'X66 POST /services/:serviceId/void',
      'X70 GET /addresses/:addressId/services',
      'X71 GET /services/:serviceId/files',
      'X82 GET /statistics',
      'X86 GET /saved-views',
      'X87 POST /saved-views',
      'X88 POST /saved-views/remove',
      'X89 POST /sync/devices/sign-out',
      'X90 GET /doubles',
      'X91 GET /doubles/sides',
      'X92 GET /merges',
      'X93 POST /merges',
      'X94 POST /merges/undo',
      'X95 GET /transfers/workload',
      'X96 POST /transfers',
      'X97 GET /under-review',
      'X100 POST /users/import/preview',
      'X101 POST /users/import',
      'X102 GET /town/list',
      'X103 POST /town/list/entry',
      'X104 POST /town/list/remove',
      'X105 POST /town/list/preview',
      'X106 POST /town/list/import',
      'X107 GET /town/settings',
      'X108 PUT /town/settings',
      'X109 POST /town/seal',
      'X110 GET /doubles/dismissed',
      'X111 POST /doubles/dismiss',
      'X112 POST /doubles/restore',
      'X113 POST /sync/devices/remove',
    ])
  })

  test('the name under which a call waits in the outbox is the name of one call', () => {
    const unsafe = calls.filter(({ method }) => method !== 'GET').map(nameOf)
    expect(new Set(unsafe).size).toBe(unsafe.length)
  })

  test('every path parameter names the record type of its id', () => {
    for (const call of calls)
      for (const name of paramsOf(call)) expect(() => typeOfParam(name), nameOf(call)).not.toThrow()
  })

  test('no local id, and nothing that is no id, gets into a URL', () => {
    const params = (id: number) => ({ inspectionId: 7, unitId: id })
    const path = '/inspections/:inspectionId/unit/:unitId/areas'
    expect(urlOf(path, params(3))).toBe('/inspections/7/unit/3/areas')
    for (const id of [-3, 0, 1.5, Number.NaN]) expect(() => urlOf(path, params(id))).toThrow('no server id')
    expect(() => urlOf(path, { inspectionId: 7 })).toThrow('no server id')
  })
})

describe('a documented server', () => {
  test('B1 to B120 each have a recorded answer', () => {
    const have = new Set(recorded.map(({ call }) => call))
    expect(documentedCalls.map(([id]) => id).filter((id) => !have.has(id))).toEqual([])
  })

  for (const it of recorded) {
    const call = callOf(it.call)
    test(`${it.call} understands what was answered: ${it.name}`, () => {
      const [path, query] = it.path.split('?')
      expect(it.method).toBe(call.method)
      expect(path?.replace(/\/$/, '')).toMatch(
        new RegExp(`^${call.path.replaceAll(/:\w+/g, '\\d+').replace(/\/$/, '')}$`),
      )
      expect(it.status).toBe(call.status)
      expect(problems(call.search, Object.fromEntries(new URLSearchParams(query)))).toEqual([])
      // The recording of the notice keeps no bytes.
      if (call.reply !== Download) expect(problems(call.reply, it.body)).toEqual([])
    })

    if (it.sent)
      test(`${it.call} accepts what was sent: ${it.name}`, () => {
        const body = it.sent?.json ?? it.sent?.form
        expect(problems(call.body, body)).toEqual([])
        expect(call.encoding).toBe(
          it.sent?.json ? 'json' : call.files && call.files !== 'attachments' ? 'files' : 'form',
        )
        if (it.sent?.files?.length) expect(new Set(it.sent.files)).toEqual(new Set([call.files]))
      })
  }
})

describe('values that are no answer', () => {
  const page = '<!doctype html><html><body>Sign in to the guest network</body></html>'

  for (const call of calls) {
    test(`${call.id} ${nameOf(call)} refuses a page, null and the wrong shape`, () => {
      const wrong: unknown[] = [page, null, undefined, {}, [{}], [null], [page], -0.5]
      // The whole answer to an upload may be a `detail`; the status says whether it was refused.
      if (call.reply !== Uploaded) wrong.push({ detail: 'Not Found' })
      for (const body of wrong) expect(problems(call.reply, body), JSON.stringify(body)).not.toEqual([])
      const isList = z.safeParse(call.reply, []).success
      expect(isList, 'only a list of rows may be empty').toBe(call.reply._zod.def.type === 'array')
    })
  }

  test('rows without an id are refused in every list', () => {
    for (const it of recorded.filter(({ body }) => hasIds(body))) {
      const rows = (it.body as { id: number }[]).map(({ id: _, ...rest }) => rest)
      const needsNone = /photos|attachments/.test(it.path)
      expect(problems(callOf(it.call).reply, rows).length > 0, it.path).toBe(!needsNone)
    }
  })
})

describe('the published document', () => {
  const document = openApiOf(calls)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  test('the OpenAPI document has B1 to B120 and our own calls', () => {
    const told = operations.flatMap(({ operation }) => operation['x-inventory'] as string[])
    expect(told.toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
    for (const { id, method, path } of calls) {
      const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation?.['x-inventory'], id).toContain(id)
    }
  })

  test('every $ref leads to something', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '')
    expect(refs.length).toBeGreaterThan(100)
    const missing = refs.filter(
      (ref) => !ref.startsWith('#/') || lookUp(document, ref.slice(2).split('/')) === undefined,
    )
    expect(missing).toEqual([])
  })

  test('every path parameter is declared, and each operation has a name of its own', () => {
    for (const { path, operation } of operations) {
      const declared = (operation.parameters as { in: string; name: string }[]).filter((it) => it.in === 'path')
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    }
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test('bodies travel as the call says: JSON, form, or files', () => {
    for (const call of calls.filter(({ encoding }) => encoding !== 'none')) {
      const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
      const body = document.paths[path]?.[call.method.toLowerCase()]?.requestBody as { content: object }
      const types = {
        json: ['application/json'],
        form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        files: ['multipart/form-data'],
        none: [],
      }
      expect(Object.keys(body.content), nameOf(call)).toEqual(types[call.encoding])
      if (call.files) expect(JSON.stringify(body.content)).toContain(`"${call.files}":{"type":"array"`)
    }
  })

  test('a refusal is {detail}, and only signing in needs no session', () => {
    const open = operations.filter(({ operation }) => operation.security)
    expect(open.map(({ path }) => path)).toEqual(['/login'])
    for (const { operation } of operations)
      expect(operation.responses).toMatchObject({ '4XX': { $ref: '#/components/responses/Refused' } })
    expect(JSON.stringify(document.components.schemas.Refusal)).toContain('"detail"')
  })
})

function problems(schema: z.ZodMiniType, value: unknown): string[] {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const isPlainObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const hasIds = (body: unknown): body is { id: number }[] =>
  Array.isArray(body) && body.length > 0 && body.every((row) => isPlainObject(row) && 'id' in row)

const lookUp = (value: unknown, keys: string[]): unknown =>
  keys.reduce<unknown>((at, key) => (isPlainObject(at) ? (at as Record<string, unknown>)[key] : undefined), value)

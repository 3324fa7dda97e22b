import * as z from 'zod/mini'
import { callGroups } from './calls.ts'
import { OasOverview, RecentActivity, WeeklyCounts } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import { idMarks } from './id-marks.ts'
import { Attachment, Download, Photo, Uploaded } from './photo.ts'
import { recordSchemas } from './records.ts'
import { mayBeLeftOut } from './schema.ts'
import { Token } from './session.ts'
import { SirStats } from './sir.ts'
import { ErrorReply, MessageReply } from './text.ts'
import { UserChip } from './user.ts'

type Json = Record<string, unknown>

/** An OpenAPI 3.1 document, with the parts made here. */
interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: Json[]
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; responses: Json; securitySchemes: Json }
}

/** The published description of the API, made from the same values that the app and the server use. */
export const openApiOf = (calls: readonly Endpoint[]): OpenApi => {
  const schemas: Record<string, Json> = {}
  const paths: OpenApi['paths'] = {}
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    const method = call.method.toLowerCase()
    paths[path] ??= {}
    const earlier = paths[path][method]
    paths[path][method] = earlier ? together(earlier, operation(call, schemas)) : operation(call, schemas)
  }
  const refused = { description: 'Refused; nothing was changed.', content: json(reply(ErrorReply, schemas)) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'CodeSoft',
      version: '1',
      description: 'Every path is served with and without its trailing slash. Times are ISO 8601 and end in Z.',
    },
    servers: [{ url: '/api' }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas,
      responses: { Refused: refused },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const named = z.registry<{ id: string }>()
const addNamed = (name: string, schema: z.ZodMiniType) => named.add(schema, { id: name })
for (const [type, schema] of Object.entries(recordSchemas)) addNamed(type[0]?.toUpperCase() + type.slice(1), schema)
for (const [name, schema] of Object.entries({
  OasOverview,
  RecentActivity,
  WeeklyCounts,
  Attachment,
  Photo,
  Uploaded,
  Token,
  SirStats,
  // Names that are already published; generated clients use them.
  Refusal: ErrorReply,
  Said: MessageReply,
  UserChip,
}))
  addNamed(name, schema)

const names = new Map<Endpoint, string>(
  Object.entries(callGroups).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, call]): [Endpoint, string] => [call, `${group}.${name}`]),
  ),
)

function operation(call: Endpoint, schemas: Record<string, Json>): Json {
  const [tag] = names.get(call)?.split('.') ?? []
  return {
    operationId: names.get(call) ?? call.id,
    tags: tag ? [tag] : [],
    'x-inventory': [call.id],
    ...(call.path === '/login' ? { security: [] } : {}),
    parameters: [...pathParameters(call), ...queryParameters(call), ...keyParameter(call)],
    ...requestBody(call),
    responses: {
      [call.status]: { description: 'Done.', content: answered(call, schemas) },
      '4XX': { $ref: '#/components/responses/Refused' },
    },
  }
}

/**
 * Two rows of the inventory that are one call, such as a list and its search, become one operation with the parameters
 * of both.
 */
function together(first: Json, second: Json): Json {
  // `operation` made both.
  const [a, b] = [first, second] as { parameters: { in: string; name: string }[]; 'x-inventory': string[] }[]
  const added = b?.parameters.filter(({ name }) => !a?.parameters.some((it) => it.name === name)) ?? []
  return {
    ...first,
    parameters: [...(a?.parameters ?? []), ...added],
    'x-inventory': [...(a?.['x-inventory'] ?? []), ...(b?.['x-inventory'] ?? [])],
  }
}

const pathParameters = ({ path }: Endpoint): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }))

function queryParameters({ search }: Endpoint): Json[] {
  const { properties, required } = input(search)
  const needed = Array.isArray(required) ? required : []
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema,
  }))
}

const keyParameter = ({ method, id }: Endpoint): Json[] =>
  method === 'GET' || id === 'B1'
    ? []
    : [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description: 'The same key with the same body has one effect, and the same answer, however often it is sent.',
        },
      ]

function requestBody(call: Endpoint): Json {
  if (call.encoding === 'none') return {}
  const schema = input(call.body)
  const files = call.files
    ? { [call.files]: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } } }
    : {}
  const multipart = { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, ...files } } } }
  const content = {
    json: json(schema),
    form: { 'application/x-www-form-urlencoded': { schema }, ...multipart },
    files: multipart,
  }[call.encoding]
  return { requestBody: { required: !mayBeLeftOut(call.body), content } }
}

function answered({ reply: schema }: Endpoint, schemas: Record<string, Json>): Json {
  if (schema === Download) return { 'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {} }
  return json(reply(schema, schemas))
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

const options = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    delete jsonSchema.additionalProperties
    // On the device an id may be negative; in requests and answers it never is.
    if (!idMarks.has(zodSchema as unknown as z.ZodMiniType)) return
    delete jsonSchema.maximum
    jsonSchema.minimum = 1
  },
} as const

const input = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...options, io: 'input', metadata: z.registry() })
  return rest
}

/** A reply that refers to its records; the schemas it refers to are added to the document. */
function reply(schema: z.ZodMiniType, schemas: Record<string, Json>): unknown {
  const { properties, $defs } = z.toJSONSchema(z.object({ reply: schema }), {
    ...options,
    io: 'output',
    metadata: named,
  })
  // Only the place of the definitions changes; no other text of the document contains '#/$defs/'.
  const moved = JSON.parse(
    JSON.stringify({ it: properties?.reply, $defs }).replaceAll('#/$defs/', '#/components/schemas/'),
  )
  Object.assign(schemas, moved.$defs)
  return moved.it
}

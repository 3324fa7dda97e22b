import type * as z from 'zod/mini'
import { addresses } from '../../../src/contract/address.ts'
import { type Params, urlOf } from '../../../src/contract/call-name.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { formFields } from '../../../src/contract/form-fields.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { type DoubleKind, merges, type NewMerge } from '../../../src/contract/merge.ts'
import { codes } from '../../../src/server/store/town-tables.ts'
import type { Office, Person } from '../../harness/office.ts'

/** The parts of a call; `body` may be wrong on purpose. */
export interface Said<Path extends string = string> {
  params?: Params<Path>
  body?: unknown
  search?: Record<string, string | number>
  files?: { name: string; bytes: Uint8Array }[]
  /** The first inspector where nobody is named. */
  as?: Person
  headers?: Record<string, string>
}

/** Makes a call of the contract and gives the answer as it came. */
export const send = <Path extends string>(
  office: Office,
  endpoint: Endpoint<Path>,
  said: Said<Path> = {},
): Promise<Response> => {
  const { params, search = {}, as = office.people.ons } = said
  const query = new URLSearchParams(Object.entries(search).map(([name, value]): [string, string] => [name, `${value}`]))
  const url = `/api${urlOf(endpoint.path, { ...params })}${query.size > 0 ? `?${query}` : ''}`
  const { body, headers } = bodyOf(endpoint, said)
  return office.fetch(url, { method: endpoint.method, body, headers: { ...headers, ...said.headers }, as })
}

/** The same, when it must succeed: the reply, read by the contract. */
export const ask = async <Path extends string, Reply extends z.ZodMiniType>(
  office: Office,
  endpoint: Endpoint<Path, z.ZodMiniType, Reply>,
  said: Said<Path> = {},
): Promise<z.output<Reply>> => {
  const response = await send(office, endpoint, said)
  const text = await response.text()
  if (response.status !== endpoint.status) throw new Error(`${endpoint.id} answered ${response.status}: ${text}`)
  return endpoint.reply.parse(JSON.parse(text))
}

/** The same, when it must be refused: '404 Unit not found', or the first problem of a field. */
export const refusal = async <Path extends string>(
  office: Office,
  endpoint: Endpoint<Path>,
  said: Said<Path> = {},
): Promise<string> => {
  const response = await send(office, endpoint, said)
  const { detail } = (await response.json()) as { detail?: string | { msg: string }[] }
  return `${response.status} ${typeof detail === 'string' ? detail : detail?.[0]?.msg}`
}

/** How many statements reach the database while something is read. */
export const statementsOf = async (office: Office, work: () => Promise<unknown>): Promise<number> =>
  (await watched(office, work)).length

/** How PostgreSQL runs the statements that speak of a table, one text each. */
export const plansOf = async (office: Office, table: string, work: () => Promise<unknown>): Promise<string[]> => {
  const statements = (await watched(office, work)).filter(({ text }) => text.includes(`from "${table}"`))
  const plans: string[] = []
  for (const { text, values } of statements) {
    const { rows } = await office.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

interface Statement {
  text: string
  values: unknown[]
}

const watched = async ({ pool }: Office, work: () => Promise<unknown>): Promise<Statement[]> => {
  const query = pool.query.bind(pool)
  const seen: Statement[] = []
  // The driver is asked with a config and the values; every form of the call passes through unchanged.
  pool.query = ((config: string | { text: string }, values: unknown[] = []) => {
    seen.push({ text: typeof config === 'string' ? config : config.text, values })
    return query(config as string, values)
  }) as typeof pool.query
  try {
    await work()
  } finally {
    pool.query = query
  }
  if (seen.length === 0) throw new Error('No statement was seen: the driver is asked in another way now')
  return seen
}

/** Does the work several times at the same moment, on connections that are open already: only then do the calls meet. */
export const atOnce = async <Outcome>(
  office: Office,
  times: number,
  work: () => Promise<Outcome>,
): Promise<PromiseSettledResult<Outcome>[]> => {
  const each = Array.from({ length: times })
  await Promise.all(each.map(() => office.pool.query('select pg_sleep(0.05)')))
  return Promise.allSettled(each.map(work))
}

/** An address of this name. */
export const addAddress = (office: Office, combadd = '12 ELM STREET') =>
  ask(office, addresses.add, { body: { combadd }, as: office.people.admin })

/** An inspection at the address, of the first inspector. */
export const addInspection = (office: Office, addressId: number, source = 'Multifamily License') =>
  ask(office, inspections.add, { body: { source, address_id: addressId, inspector_id: office.people.ons.id } })

/** The body of a merge of two records as they are now. */
export const mergeBody = async (
  office: Office,
  kind: DoubleKind,
  [winner, loser]: readonly [number, number],
  take: string[] = [],
): Promise<NewMerge> => {
  const as = office.people.oas
  const [first, second] = await ask(office, merges.sides, { search: { kind, first: winner, second: loser }, as })
  const versions = { winner_version: first?.version ?? '', loser_version: second?.version ?? '' }
  return { kind, winner, loser, ...versions, take }
}

/** The office merges two records, the second into the first; gives the number of the merge. */
export const mergePair = async (
  office: Office,
  kind: DoubleKind,
  pair: readonly [number, number],
  take: string[] = [],
): Promise<number> => {
  const body = await mergeBody(office, kind, pair, take)
  const [made] = await ask(office, merges.merge, { body, as: office.people.oas })
  if (!made) throw new Error('No merge is answered')
  return made.id
}

/** Sections of the code; no call makes them. */
export const addCodes = async (office: Office, ...names: string[]): Promise<number[]> => {
  const rows = names.map((name, at) => ({ chapter: '50', section: `${at + 1}.0`, name, description: `About ${name}` }))
  return (await office.db.insert(codes).values(rows).returning({ id: codes.id })).map(({ id }) => id)
}

const bodyOf = (
  { encoding, files: field }: Endpoint,
  { body, files = [] }: Said,
): { body: BodyInit | null; headers: Record<string, string> } => {
  if (encoding === 'none') return { body: null, headers: {} }
  if (encoding === 'json') return { body: JSON.stringify(body ?? {}), headers: { 'Content-Type': 'application/json' } }
  const form = new FormData()
  for (const [name, text] of formFields(body)) form.append(name, text)
  for (const { name, bytes } of files) form.append(field, new File([new Uint8Array(bytes)], name))
  if (files.length === 0 && encoding === 'form') return { body: new URLSearchParams(formFields(body)), headers: {} }
  return { body: form, headers: {} }
}

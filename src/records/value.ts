import type * as z from 'zod/mini'
import type { Endpoint, Params } from '../contract/endpoint.ts'
import type { RecordType } from '../contract/id.ts'
import type { Query } from './query.ts'

/** A query whose answer is kept whole beside the records: figures, overviews, a record with everything linked to it. */
export interface ValueQuery<Value> extends Query {
  /** Only for the compiler: what the contract says the answer is. Never set. */
  answer?: Value
}

/** A call read with useValue. `type` names the record that it speaks of; no row is stored. */
export const valueQuery = <const Path extends string, Reply extends z.ZodMiniType>(
  type: RecordType,
  endpoint: Endpoint<Path, z.ZodMiniType, Reply>,
  params: Params<Path>,
  { search = {}, isOne = false }: { search?: Query['search']; isOne?: boolean } = {},
): ValueQuery<z.output<Reply>> => ({
  // An endpoint of known types is used as one whose types are known only while running.
  endpoint: endpoint as unknown as Endpoint,
  params,
  search,
  type,
  answers: isOne ? 'one' : 'some',
  scope: {},
})

import type * as z from 'zod/mini'
import type { CallName, Params } from '../contract/call-name.ts'
import type { RecordType } from '../contract/id.ts'
import type { AnyRow } from '../db/rows.ts'
import type { Query } from './query.ts'

/**
 * A query whose answer is stored whole beside the records: figures, overviews, a record with everything linked to it.
 */
export interface ValueQuery<Value> extends Query {
  /** Only for the compiler: the type of the answer. Never set. */
  answer?: Value
}

interface Options<Reply> {
  search?: Query['search']
  isOne?: boolean
  /** A 404 means that the server does not know this call, not that there is nothing. */
  hasOther?: boolean
  /** Whole records in the answer; they are stored as rows too. */
  also?(reply: Reply): { type: RecordType; rows: AnyRow[] }
}

/** A call read with useValue. `type` is the type of the record that it is about; no row is stored. */
export const valueQuery = <const Path extends string, Reply extends z.ZodMiniType>(
  type: RecordType,
  endpoint: CallName<Path, z.ZodMiniType, Reply>,
  params: Params<Path>,
  { search = {}, isOne = false, hasOther = false, also }: Options<z.output<Reply>> = {},
): ValueQuery<z.output<Reply>> => ({
  // An endpoint with known types is passed on as one whose types are known only at run time.
  endpoint: endpoint as unknown as CallName,
  params,
  search,
  type,
  answers: isOne ? 'one' : 'some',
  scope: {},
  ...(hasOther ? { hasOther } : {}),
  // The contract has checked the answer.
  ...(also ? { alsoRows: (reply: unknown) => also(reply as z.output<Reply>) } : {}),
})

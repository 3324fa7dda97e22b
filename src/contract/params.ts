import { type RecordType, typeOfParam } from './id.ts'

/** An id and its record type. */
export interface Ref {
  of: RecordType
  id: number
}

export type Replace = (of: RecordType, id: number) => number

/** Path parameters with their ids replaced; the type is read from the name: 'areaId'. */
export const mapParams = <P extends Record<string, number>>(params: P, replace: Replace): P =>
  // Same keys, numbers for numbers.
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, replace(typeOfParam(name), id)])) as P

/** The ids in path parameters. */
export const idsInParams = (params: Record<string, number>): Ref[] =>
  Object.entries(params).map(([name, id]) => ({ of: typeOfParam(name), id }))

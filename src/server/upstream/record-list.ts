import { addresses } from '../../contract/address.ts'
import { areas } from '../../contract/area.ts'
import { urlOf } from '../../contract/call-name.ts'
import { citations } from '../../contract/citation.ts'
import { comments, contactComments } from '../../contract/comment.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { complaints, inspections } from '../../contract/inspection.ts'
import { observations } from '../../contract/observation.ts'
import { violations } from '../../contract/violation.ts'
import { isComplaint } from '../../rules/inspection-source.ts'

/** The list in which a new record appears. */
export interface RecordList {
  /** With its query, without '/api'. */
  path: string
  rows(answer: unknown): unknown
}

type Fields = Record<string, unknown>
type Find = (ids: readonly number[], said: Fields) => RecordList | null

const list = ({ path }: Endpoint, ...ids: readonly unknown[]): RecordList | null => {
  if (!ids.every((it) => Number.isSafeInteger(Number(it)) && Number(it) > 0)) return null
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  return {
    path: urlOf(path, Object.fromEntries(names.map((name, at) => [name, Number(ids[at])]))),
    rows: (answer) => answer,
  }
}

/** The comments of a violation are part of it; they have no list of their own. */
const thread = (violationId: unknown): RecordList | null => {
  const one = list(violations.one, violationId)
  return one && { ...one, rows: (answer) => Reflect.get(Object(answer), 'violation_comments') ?? [] }
}

const searched = ({ combadd, property_name, ownername }: Fields): RecordList | null => {
  const query = combadd ?? property_name ?? ownername
  const words = new URLSearchParams(typeof query === 'string' ? { query, limit: '50' } : { limit: '50' })
  const { path } = typeof query === 'string' ? addresses.search : addresses.list
  return { path: `${path}?${words}`, rows: (answer) => answer }
}

/** The list for each documented call that creates a record. Devices look into the same lists. */
const finds: Readonly<Record<string, Find>> = {
  [addresses.add.id]: (_, said) => searched(said),
  [addresses.addViolation.id]: ([address]) => list(violations.ofAddress, address),
  [violations.add.id]: (_, said) => list(violations.ofAddress, said.address_id),
  [violations.comment.id]: ([violation]) => thread(violation),
  [violations.commentWithFiles.id]: ([violation]) => thread(violation),
  [comments.addToAddress.id]: ([address]) => list(comments.ofAddress, address),
  [comments.addToUnit.id]: (_, said) => {
    const { unit_id, address_id }: Fields = Object(said.comment ?? said)
    return unit_id ? list(comments.ofUnit, unit_id) : list(comments.ofAddress, address_id)
  },
  [comments.addToUnitWithFiles.id]: ([unit]) => list(comments.ofUnit, unit),
  [contactComments.add.id]: ([contact]) => list(contactComments.list, contact),
  [inspections.add.id]: (_, said) =>
    list(isComplaint({ source: String(said.source) }) ? complaints.ofAddress : inspections.ofAddress, said.address_id),
  [areas.add.id]: ([inspection]) => list(areas.ofInspection, inspection),
  [areas.addToUnit.id]: ([inspection, unit]) => list(areas.ofUnit, inspection, unit),
  [observations.add.id]: ([area]) => list(observations.ofArea, area),
  [citations.add.id]: (_, said) => list(violations.citations, said.violation_id),
}

/** The list in which a call's record appears; null for a call that creates none, or without a known list. */
export const recordListOf = (
  { id, repeat }: Pick<Endpoint, 'id' | 'repeat'>,
  path: string,
  said: Fields,
): RecordList | null => {
  if (repeat !== 'make') return null
  const ids = [...path.matchAll(/\/(\d+)(?=\/|$)/g)].map(([, id]) => Number(id))
  return finds[id]?.(ids, said) ?? null
}

/** The ids in an answer of that list; null when it is no list of records. */
export const idsIn = (rows: unknown): number[] | null => {
  if (!Array.isArray(rows)) return null
  const ids = rows.map((row: unknown) => Reflect.get(Object(row), 'id'))
  return ids.every((id): id is number => Number.isSafeInteger(id)) ? ids : null
}

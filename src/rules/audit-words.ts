import type { AuditEntry } from '../contract/audit.ts'
import { calls } from '../contract/calls.ts'
import { type RecordType, recordTypes } from '../contract/id.ts'

/** Each record type in the office's words. */
const nouns: Record<RecordType, string> = {
  address: 'address',
  unit: 'unit',
  inspection: 'inspection',
  area: 'area',
  observation: 'observation',
  violation: 'violation',
  violationComment: 'violation comment',
  citation: 'citation',
  comment: 'comment',
  contact: 'contact',
  contactComment: 'contact comment',
  business: 'business',
  code: 'code section',
  room: 'room',
  prompt: 'prompt',
  license: 'license',
  permit: 'permit',
  user: 'user',
  alert: 'alert',
  answer: 'answer',
  service: 'record of service',
}

/** The choices of the filter by record type, in alphabetical order. */
export const typeChoices: readonly (readonly [string, string])[] = recordTypes
  .map((type) => [type, nouns[type]] as const)
  .toSorted((a, b) => a[1].localeCompare(b[1]))

/** Changes whose record says too little, and those of the town as a whole, which are about no record. */
const fixed: Partial<Record<string, string>> = {
  X6: 'Changed their own password',
  X23: 'Added a passkey',
  X25: 'Removed a passkey',
  X87: 'Saved a view',
  X88: 'Removed a saved view',
  X89: 'Signed out a phone',
  X93: 'Merged two records',
  X94: 'Undid a merge or a transfer',
  X96: 'Transferred work',
  X103: 'Changed a line of a list',
  X104: 'Removed a line of a list',
  X106: 'Imported a list',
  X108: 'Changed the town’s settings',
  X109: 'Changed the town’s seal',
  X111: 'Marked two records as not the same',
  X112: 'Removed the mark that two records are not the same',
  X113: 'Removed a phone from the list',
}

const verbs: Record<string, string> = { POST: 'Added', PUT: 'Changed', PATCH: 'Changed', DELETE: 'Removed' }

/** 'Changed inspection 7: status': what was done, and to which record. */
export const actionText = ({ call, path, record_type, record_id }: AuditEntry): string => {
  const endpoint = calls.find(({ id }) => id === call)
  if (!endpoint) return `${call} ${path}`
  const words = fixed[endpoint.id]
  if (words) return words
  const noun = nouns[record_type as RecordType] ?? record_type
  const record = [noun, record_id].filter((it) => it !== null).join(' ')
  // A verb alone says nothing.
  if (record === '') return `${call} ${path}`
  // The last word of a path such as '/inspections/4/status'; none if it ends with the record itself.
  const part = /\/\d+\/([a-z-]+)\/?$/.exec(path)?.[1] ?? ''
  const verb = verbs[endpoint.method] ?? endpoint.method
  // A link between two records was removed (B12, B50), not the record at its end.
  const [, owner = '', ownerId = ''] = /\/([a-z]+)\/(\d+)\/[a-z]+\/\d+\/?$/.exec(path) ?? []
  if (endpoint.method === 'DELETE' && ownerId) return `Changed ${owners[owner] ?? owner} ${ownerId}: ${record} removed`
  const madeHere = endpoint.path.endsWith('/') || isSameWord(part, noun ?? '')
  if (part === '' || madeHere) return `${verb} ${record}`
  return endpoint.repeat === 'make' ? `${verb} to ${record}: ${part}` : `Changed ${record}: ${part}`
}

/** The records whose links can be removed, by the first word of the path. */
const owners: Partial<Record<string, string>> = { addresses: 'address', businesses: 'business' }

/** 'observations' and 'observation', 'areas' and 'area'. */
const isSameWord = (plural: string, one: string) => plural === one || plural === `${one.split(' ').at(-1)}s`

/** The sent values, line by line; '' for none. `without` names fields that are shown elsewhere. */
export const sentText = ({ body }: AuditEntry, without: readonly string[] = []): string => {
  if (!(body instanceof Object)) return ''
  return Object.entries(body)
    .filter(([name, value]) => value !== null && value !== '' && !without.includes(name))
    .map(([name, value]) => `${name}: ${shortened(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('\n')
}

/** A whole file or picture is no text to read. */
const mostShown = 2_000
const shortened = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown)}… (${text.length} characters)` : text

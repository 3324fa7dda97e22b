/** Every type of record with its own ids. */
export const recordTypes = [
  'address',
  'unit',
  'inspection',
  'area',
  'observation',
  'violation',
  'violationComment',
  'citation',
  'comment',
  'contact',
  'contactComment',
  'business',
  'code',
  'room',
  'prompt',
  'license',
  'permit',
  'user',
  'alert',
  'answer',
  'service',
] as const
export type RecordType = (typeof recordTypes)[number]

/**
 * Positive: assigned by the server. Negative: made on this device and not sent yet (minus the number of the outbox
 * entry that makes the record). Never 0.
 */
export type Id = number

/** The record type of a path parameter: 'area' for 'areaId'. */
export const typeOfParam = (name: string): RecordType => {
  const type = recordTypes.find((it) => name === `${it}Id`)
  if (!type) throw new Error(`No record type is named by the path parameter ${name}`)
  return type
}

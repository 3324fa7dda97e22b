/** Every kind of record that has ids of its own. */
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
 * Positive: given by the server. Negative: made on this device and not yet sent
 * (minus the number of the outbox entry that makes the record). Never 0.
 */
export type Id = number

/** The type of record that a path parameter names: 'area' for 'areaId'. */
export const typeOfParam = (name: string): RecordType => {
  const type = recordTypes.find((it) => name === `${it}Id`)
  if (!type) throw new Error(`No record type is named by the path parameter ${name}`)
  return type
}

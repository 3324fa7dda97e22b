import type { ServiceWay } from '../contract/service.ts'

const ways: Record<ServiceWay, string> = {
  posted: 'posted on the door',
  handed: 'handed over',
  mailed: 'mailed',
  refused: 'refused',
}

/** The names of the ways of service in the choice. */
export const serviceWayText: Record<ServiceWay, string> = {
  posted: 'Posted on the door',
  handed: 'Handed over',
  mailed: 'Mailed',
  refused: 'Refused',
}

/** 'handed over to Rose', 'refused by Rose', 'posted on the door'. */
export const serviceWords = ({ how, served_to }: { how: ServiceWay; served_to: string }): string => {
  const name = served_to.trim()
  if (name === '') return ways[how]
  return `${ways[how]} ${how === 'refused' ? 'by' : how === 'posted' ? 'for' : 'to'} ${name}`
}

/** The label of the name field for each way of service. */
export const servedToLabel: Record<ServiceWay, string> = {
  posted: 'Name on the notice (optional)',
  handed: 'Who took it',
  mailed: 'Sent to (optional)',
  refused: 'Who refused it (optional)',
}

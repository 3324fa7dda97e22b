import type { ServiceWay } from '../contract/service.ts'

const ways: Record<ServiceWay, string> = {
  posted: 'posted on the door',
  handed: 'handed over',
  mailed: 'mailed',
  refused: 'refused',
}

/** What a way of service is called where it is chosen. */
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

/** What the field for the name asks in each way. */
export const servedToLabel: Record<ServiceWay, string> = {
  posted: 'Name on the notice (optional)',
  handed: 'Who took it',
  mailed: 'Sent to (optional)',
  refused: 'Who refused it (optional)',
}

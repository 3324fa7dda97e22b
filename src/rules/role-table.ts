import { type Capability, may, roles } from './permissions.ts'

/** The duties in their order on screen. Which role has a duty is only in the permissions. */
const duties = [
  ['read', 'Look up addresses, records, the code and the figures'],
  ['createRecords', 'Record inspections, observations, violations, citations, complaints, contacts and comments'],
  ['updateVacancy', 'Set the vacancy of an address'],
  ['verifyFiles', 'See the evidence of a violation, and verify files'],
  ['seePhones', 'See what phones still hold unsent'],
  ['assign', 'Assign violations, inspections and complaints to somebody else'],
  ['addAddresses', 'Add addresses'],
  ['manageRooms', 'Change rooms and prompts'],
  ['manageTown', 'Change code sections, synonyms, phrases and the town’s settings'],
  ['manageUsers', 'Add and change users, and set passwords'],
  ['endSessions', 'Sign others out, and clear a lost phone'],
  ['seeAudit', 'Read the log of changes'],
] as const satisfies readonly (readonly [Capability | 'read', string])[]

export type Duty = (typeof duties)[number][0]

const mayDo = (role: number, duty: Duty): boolean => duty === 'read' || may(role, duty)

/** What each role may do: a row for each duty, a cell for each role in their order. */
export const roleTable = duties.map(([duty, text]) => ({
  duty,
  text,
  allowed: roles.map(({ value }) => mayDo(value, duty)),
}))

/** What a role may do, as a list. */
export const dutiesOf = (role: number): string[] => duties.flatMap(([duty, text]) => (mayDo(role, duty) ? [text] : []))

import { asOfText } from '../rules/date-text.ts'
import { type Problem, problemText } from '../sync/transport/problem.ts'
import { useNow, useZone } from './use-now.ts'

/** What useRows and useValue say of the age of what they give. */
export interface Age {
  problem: Problem | undefined
  pulledAt: number | undefined
  pulling: boolean
}

/** How old the shown data is, and why it is no newer: "As of 9:05 AM · No signal". */
export function AsOf({ of }: { of: Age }) {
  const now = useNow()
  const zone = useZone()
  const age = of.pulledAt === undefined ? null : asOfText(new Date(of.pulledAt), now, zone)
  const text = [age, of.problem && problemText(of.problem)].filter(Boolean).join(' · ')
  return text === '' ? null : <span>{text}</span>
}

import { chakra } from '@chakra-ui/react/styled-system'
import { asOfText } from '../rules/date-text.ts'
import { type Problem, problemText } from '../sync/transport/problem.ts'
import { useNow, useServerTime, useZone } from './use-now.ts'

/** The age of the data from useRows and useValue. */
export interface Age {
  problem: Problem | undefined
  pulledAt: number | undefined
  pulling: boolean
}

/** Data of the last minute counts as current; older data shows its age (ms). */
const freshMs = 60_000

const Line = chakra('span', {
  base: {
    // Wide enough for the usual text, so that it does not wrap when it appears.
    minWidth: 'min(11rem, 100%)',
    '&:empty::before': { content: '"\\200b"' },
  },
})

/**
 * How old the shown data is, and why it is not newer: "As of 9:05 AM · No signal". While it is fresh, the line is blank
 * but keeps its place: a line that appears when the signal is lost would move everything below it away from the finger.
 */
export function AsOf({ of }: { of: Age }) {
  const now = useNow()
  const zone = useZone()
  const { pulledAt, problem } = of
  const at = useServerTime(pulledAt)
  const isFresh = at !== null && Math.abs(now.getTime() - at.getTime()) < freshMs && !problem
  const age = at === null || isFresh ? null : asOfText(at, now, zone)
  const text = [age, problem && problemText(problem)].filter(Boolean).join(' · ')
  return <Line data-age="">{text}</Line>
}

import { chakra } from '@chakra-ui/react/styled-system'
import type { Violation } from '../contract/violation.ts'
import { dateText } from '../rules/date-text.ts'
import { extendedDeadline } from '../rules/deadline.ts'
import { plural } from '../rules/text.ts'
import { Button } from '../ui/button.tsx'
import { useZone } from './use-now.ts'

const Choices = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 5.75rem), 1fr))',
    gap: 2,
    '& > button': { flexDirection: 'column', gap: 0, minHeight: '56px', paddingInline: 1 },
    '& small': { fontSize: 'sm', fontWeight: 'normal', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  },
})

/** The most frequent extensions. */
const offered = [7, 14, 30]

interface Props {
  violation: Violation
  /** Days that are added to each, so that the time counts from today if the deadline has passed. */
  passed?: number
  onChoose: (days: number) => void
}

/** More time to comply, each choice with its new deadline; one tap. */
export function ExtendChoices({ violation, passed = 0, onChoose }: Props) {
  const zone = useZone()
  return (
    <Choices role="group" aria-label="More time">
      {offered.map((days) => (
        <Button key={days} onClick={() => onChoose(passed + days)}>
          {plural(days, 'day')}
          <small>
            <span className="unseen">to </span>
            {dateText(extendedDeadline(violation, passed + days), zone)}
          </small>
        </Button>
      ))}
    </Choices>
  )
}

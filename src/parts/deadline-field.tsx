import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, useId } from 'react'
import { deadlineChoices } from '../contract/violation.ts'
import { dateText } from '../rules/date-text.ts'
import { deadlineDate } from '../rules/deadline.ts'
import { FieldFrame } from '../ui/fields-look.ts'
import { Icon } from '../ui/icon.tsx'
import { useNow, useZone } from './use-now.ts'

const Choices = chakra('div', {
  base: {
    display: 'grid',
    // Three in a line, fewer with large text.
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(6.25rem, 30%)), 1fr))',
    maxWidth: '32rem',
    gap: 2,
    '& > label': {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      minHeight: { base: '56px', lg: '48px' },
      padding: 1,
      textAlign: 'center',
      lineHeight: 1.25,
      border: 'var(--hairline) solid var(--line-strong)',
      borderRadius: 'md',
      cursor: 'pointer',
    },
    '& small': { fontSize: 'sm', fontWeight: 'normal', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    // The radio button covers the whole choice invisibly, so arrow keys, form data and screen readers work as usual.
    '& input': { position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'pointer' },
    '& > label:has(:checked)': { background: 'accent.quiet', borderColor: 'accent', fontWeight: 'medium' },
    '& > label:has(:checked) > span': { color: 'accent' },
    '& > label:has(:focus-visible)': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  },
})

/**
 * Time to comply: the six deadlines of a notice, each with the day on which it would pass if the notice were made now
 * (CF-03). Spread react-hook-form's `register` into it.
 */
export function DeadlineField({
  problem,
  ...rest
}: { problem: string | undefined } & Omit<ComponentProps<'input'>, 'color' | 'type'>) {
  const zone = useZone()
  const id = useId()
  const observed_at = useNow().toISOString()
  return (
    <FieldFrame role="radiogroup" aria-labelledby={id} aria-describedby={problem && `${id}-problem`}>
      <span className="label" id={id}>
        Deadline
      </span>
      <Choices>
        {deadlineChoices.map((deadline, at) => (
          <label key={deadline}>
            <input
              {...rest}
              type="radio"
              value={deadline}
              aria-labelledby={`${id}-${at}`}
              aria-describedby={`${id}-${at}-day`}
            />
            <span id={`${id}-${at}`}>{deadline}</span>
            <small id={`${id}-${at}-day`}>{dateText(deadlineDate({ deadline, observed_at }), zone)}</small>
          </label>
        ))}
      </Choices>
      {problem && (
        <span className="problem" id={`${id}-problem`} role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </span>
      )}
    </FieldFrame>
  )
}

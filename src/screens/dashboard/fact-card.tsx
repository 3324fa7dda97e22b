import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Tone } from '../../ui/badge.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

const Frame = chakra('div', {
  base: {
    '& > a': {
      height: 'full',
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      columnGap: 3,
      alignItems: 'center',
      minHeight: 'tap',
      paddingBlock: 3,
      paddingInline: 3,
      border: 'var(--hairline) solid var(--line)',
      borderRadius: 'md',
      color: 'fg',
      textDecoration: 'none',
    },
    '& > a:hover': { background: 'bg.subtle' },
    '& strong': { fontWeight: 'semibold' },
    '& p': { fontSize: 'sm', color: 'fg.muted' },
    '& svg:last-child': { color: 'fg.muted' },
  },
  variants: {
    tone: {
      red: { '& svg:first-of-type': { color: 'red' } },
      yellow: { '& svg:first-of-type': { color: 'yellow' } },
      green: { '& svg:first-of-type': { color: 'green' } },
      gray: { '& svg:first-of-type': { color: 'gray' } },
      accent: { '& svg:first-of-type': { color: 'accent' } },
    },
  },
})

interface Props {
  to: '/field' | '/unsent'
  title: string
  icon: IconName
  tone: Tone
  text: string
  notes: readonly string[]
  /** It is only true for the moment, so a stored frame of the screen leaves it out. */
  isOfNow?: boolean
}

/** A fact of the day with a link to its screen: the whole card is one target. */
export function FactCard({ to, title, icon, tone, text, notes, isOfNow }: Props) {
  return (
    <Frame tone={tone}>
      <Link to={to}>
        <Icon name={icon} />
        <div>
          <strong>{title}</strong>
          <div data-frame={isOfNow ? 'unsaid' : undefined}>
            <div>{text}</div>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        </div>
        <Icon name="next" size={16} />
      </Link>
    </Frame>
  )
}

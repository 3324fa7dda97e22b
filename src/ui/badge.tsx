import { chakra } from '@chakra-ui/react/styled-system'
import type { Tone as StatusTone } from '../rules/tone.ts'
import { Icon, type IconName } from './icon.tsx'

/** The colours of a state, and the accent for plain information. */
export type Tone = StatusTone | 'accent'

const look = (tone: Tone) => ({ color: tone, background: `${tone}.quiet` })

const Frame = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    paddingInline: 2,
    borderRadius: 'sm',
    border: '1px solid var(--badge-line)',
    fontSize: 'sm',
    fontWeight: 'medium',
    lineHeight: 1.25,
    verticalAlign: 'middle',
    // On a phone, a tablet or paper, or with large text, long words wrap to a second line.
    whiteSpace: { base: 'normal', lg: 'nowrap' },
    overflowWrap: 'normal',
    '& > svg': { flex: 'none' },
  },
  variants: {
    tone: {
      red: look('red'),
      yellow: look('yellow'),
      green: look('green'),
      gray: look('gray'),
      accent: look('accent'),
    },
  },
})

const usualIcon: Record<Tone, IconName> = { red: 'cross', yellow: 'clock', green: 'done', gray: 'ring', accent: 'info' }

/** A state: text, icon and colour together. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: string }) {
  return (
    <Frame tone={tone}>
      <Icon name={icon ?? usualIcon[tone]} size={14} />
      {children}
    </Frame>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Inspection } from '../../contract/inspection.ts'
import { isInstalled } from '../../parts/apple.ts'
import { goesOut, mayWrite } from '../../rules/permissions.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { deviceIcon, deviceWord } from '../../ui/this-device.ts'
import { useFieldReady } from './field-card.tsx'

const Cards = chakra('ul', {
  base: {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))',
    '& > li > a': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: 3,
      height: 'full',
      minHeight: '64px',
      padding: 3,
      borderRadius: 'md',
      background: 'accent.quiet',
      border: 'var(--hairline) solid var(--line)',
      color: 'fg',
      textDecoration: 'none',
    },
    '& strong': { display: 'block', fontWeight: 'semibold' },
    '& small': { fontSize: 'sm', color: 'fg.muted' },
    '& svg': { color: 'accent' },
  },
})

interface Card {
  to: '/device' | '/field' | '/help'
  icon: IconName
  title: string
  text: string
}

const install: Card = {
  to: '/device',
  icon: 'download',
  title: 'Install the app',
  text: 'So that it opens without signal and the device keeps its work.',
}
/** For a Guest, who has no work. */
const installToRead: Card = { ...install, text: 'So that it opens without signal.' }
const reading: Card = {
  to: '/help',
  icon: 'search',
  title: 'Look things up',
  text: 'A Guest reads addresses, records and figures, and changes nothing.',
}
const prepare: Card = {
  to: '/field',
  icon: 'today',
  title: `Load the day onto this ${deviceWord}`,
  text: 'Once in the morning, with signal.',
}
const saving: Card = {
  to: '/help',
  icon: deviceIcon,
  title: 'How saving works',
  text: 'What you save is safe at once, and goes out by itself.',
}

interface Props {
  pending: readonly Inspection[] | undefined
  onHide: () => void
}

/** A person's first steps on a new device; roles that do not go out have no preparation. */
export function FirstCards({ pending, onHide }: Props) {
  const { role } = useUser()
  const ready = useFieldReady(pending)
  // In as many lines as before, so that nothing below moves.
  const day: Card = ready?.tone === 'ready' ? { ...prepare, icon: 'done', text: `Done. ${ready.text}.` } : prepare
  const canWrite = mayWrite(role)
  const cards = [
    ...(isInstalled() ? [] : [canWrite ? install : installToRead]),
    ...(goesOut(role) ? [day] : []),
    canWrite ? saving : reading,
  ]
  return (
    <Section
      title="Before you begin"
      actions={
        <Button kind="quiet" onClick={onHide}>
          Hide<span className="unseen"> what to do before you begin</span>
        </Button>
      }
    >
      <Cards>
        {cards.map(({ to, icon, title, text }) => (
          <li key={to}>
            <Link to={to}>
              <Icon name={icon} />
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
              <Icon name="next" size={16} />
            </Link>
          </li>
        ))}
      </Cards>
    </Section>
  )
}

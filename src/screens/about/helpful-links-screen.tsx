import { chakra } from '@chakra-ui/react/styled-system'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Note } from '../../ui/states.tsx'
import { helpfulLinks } from './helpful-links.ts'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
    '& li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
      minHeight: { base: '48px', lg: '32px' },
    },
    '& li > a': { display: 'inline-flex', alignItems: 'center', gap: 1, minHeight: 'inherit' },
    '& small': { color: 'fg.muted', fontSize: 'sm' },
  },
})

/** Where else to look things up: town, county and state (HL-01 to HL-03). */
export function HelpfulLinksScreen() {
  const { town } = useEngine()
  const { connection } = useSyncStatus()
  return (
    <Page title="Helpful Links">
      {connection === 'noSignal' && <Note tone="accent">No signal. These pages are outside CodeSoft and need it.</Note>}
      <Columns>
        {helpfulLinks(town.helpfulLinks).map(({ title, links }) => (
          <Section key={title} title={title}>
            <ul>
              {links.map(({ name, text, url }) => (
                <li key={name}>
                  {url ? (
                    <a href={url} target="_blank" rel="noreferrer">
                      {text}
                      <Icon name="outside" size={14} />
                      <span className="unseen"> (opens another site)</span>
                    </a>
                  ) : (
                    <>
                      {text} <small>address not set by the town</small>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </Columns>
    </Page>
  )
}

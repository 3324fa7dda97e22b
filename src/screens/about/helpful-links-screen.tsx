import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { helpfulLinks } from '../../rules/helpful-links.ts'
import { may } from '../../rules/permissions.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Note } from '../../ui/states.tsx'

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
  },
})

/** Where else to look things up: town, county and state (HL-01 to HL-03). */
export function HelpfulLinksScreen() {
  const { town } = useEngine()
  const { connection } = useSyncStatus()
  const mayManage = may(useUser().role, 'manageTown')
  const groups = helpfulLinks(town.links)
  const settings = mayManage && <Link to="/town">Town settings</Link>
  return (
    <Page title="Helpful Links" meta={groups.length > 0 && settings}>
      {connection === 'noSignal' && <Note tone="accent">No signal. These pages are outside CodeSoft and need it.</Note>}
      {groups.length === 0 && (
        <Empty>
          {mayManage ? (
            <span>No links yet. Enter their addresses in the {settings}.</span>
          ) : (
            'The town has set no links yet. An Admin can, in the town settings.'
          )}
        </Empty>
      )}
      <Columns>
        {groups.map(({ title, links }) => (
          <Section key={title} title={title}>
            <ul>
              {links.map(({ name, text, url }) => (
                <li key={name}>
                  <a href={url} target="_blank" rel="noreferrer">
                    {text}
                    <Icon name="outside" size={14} />
                    <span className="unseen"> (opens another site)</span>
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </Columns>
    </Page>
  )
}

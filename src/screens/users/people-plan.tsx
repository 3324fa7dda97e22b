import { chakra } from '@chakra-ui/react/styled-system'
import type { PeoplePreview } from '../../contract/people-file.ts'
import { BadLines } from '../../parts/bad-lines.tsx'
import { roleText } from '../../rules/permissions.ts'
import { plural } from '../../rules/text.ts'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.ts'
import { Empty, Note } from '../../ui/states.tsx'

const People = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': { paddingBlock: 2, borderBottom: 'var(--hairline) solid var(--line)', overflowWrap: 'anywhere' },
    '& span': { color: 'fg.muted', fontSize: 'sm' },
  },
})

/** Who would be added, who is a user already, and which lines are wrong. */
export function PeoplePlan({ name, preview: { read, people, known, bad } }: { name: string; preview: PeoplePreview }) {
  return (
    <Section title="What the file would do">
      <Stack>
        <p role="status">
          {name}: {plural(read, 'line')} read, {plural(people.length, 'user')} to add, {known.length} already there.
        </p>
        <BadLines lines={bad} />
        {known.length > 0 && (
          <Note tone="gray">
            <p>Users already; they stay as they are:</p>
            <ul>
              {known.map(({ line, email }) => (
                <li key={line}>
                  Line {line}: {email}
                </li>
              ))}
            </ul>
          </Note>
        )}
        {people.length === 0 && <Empty>The file has nobody to add.</Empty>}
        <People aria-label="Users to add">
          {people.map(({ line, name, email, role, phone }) => (
            <li key={line}>
              <strong>{name ?? email}</strong>, {roleText(role)}
              <br />
              <span>{[name ? email : '', phone].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </People>
      </Stack>
    </Section>
  )
}

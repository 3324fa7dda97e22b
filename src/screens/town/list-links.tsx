import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { TownListName } from '../../contract/town.ts'
import { townLists } from '../../rules/town-list.ts'
import { Section } from '../../ui/section.tsx'

const names = ['rooms', 'codes', 'synonyms', 'phrases'] as const satisfies readonly TownListName[]

const Links = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 5,
    '& a': { display: 'inline-flex', alignItems: 'center', minHeight: { base: '48px', lg: '32px' } },
  },
})

/** Links to the town's lists, except the open one. */
export function ListLinks({ but }: { but?: TownListName }) {
  return (
    <Section title={but ? 'Other lists' : 'Lists'}>
      <Links>
        {names
          .filter((list) => list !== but)
          .map((list) => (
            <li key={list}>
              <Link to="/town/$list" params={{ list }}>
                {townLists[list].title}
              </Link>
            </li>
          ))}
      </Links>
    </Section>
  )
}

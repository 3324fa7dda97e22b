import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Address } from '../../contract/address.ts'
import type { Id } from '../../contract/id.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { addAddress } from '../../records/address.ts'
import { addressLabel } from '../../rules/address-text.ts'
import { serverIdOf } from '../../sync/entry/names.ts'
import { useLive } from '../../sync/react/live.ts'
import { Section } from '../../ui/section.tsx'

const Items = chakra('ul', {
  base: {
    '& > li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& > li > a': { display: 'flex', alignItems: 'center', minHeight: 'tap', overflowWrap: 'anywhere' },
  },
})

/** The addresses just made here, and those that the office does not have yet, each with its state (VA-08). */
export function MadeAddresses({ made }: { made: readonly Id[] }) {
  const rows = useLive(
    async (db) => {
      const unsent = await db.rows('address').where('id').below(0).toArray()
      const ids = await Promise.all(made.map((id) => serverIdOf(db, 'address', id)))
      const here = await db.rows('address').bulkGet(ids.filter((id) => id > 0))
      // The newest has the smallest local id.
      return [...unsent.sort((a, b) => a.id - b.id), ...here.filter((it) => it !== undefined)]
    },
    [made],
  )
  if (!rows?.length) return null
  return (
    <Section title="Added here" count={rows.length}>
      <Items>
        {rows.map((it) => (
          <li key={it.id}>
            <Link to="/address/$addressId" params={{ addressId: String(it.id) }}>
              {nameOf(it)}
            </Link>
            <EntryStateLine type="address" id={it.id} of={addAddress} failure="Failed to create address" />
          </li>
        ))}
      </Items>
    </Section>
  )
}

const nameOf = (address: Address): string =>
  addressLabel(address).trim() || address.ownername?.trim() || 'Address without details'

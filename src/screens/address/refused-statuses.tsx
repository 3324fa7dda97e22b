import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OutboxEntry } from '../../db/outbox.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { Button, ButtonLook } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/stack.ts'
import { ErrorLine } from '../../ui/states.tsx'

const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 3 } })

interface Props {
  /** Changes that the server refused. */
  entries: readonly OutboxEntry[]
  failure: string
  /** The list, which the error replaces until it was read (VA-05). */
  children: ReactNode
}

/**
 * A status that the server refused replaces the list once. The list is one tap away, and the row keeps the message
 * (C-30).
 */
export function RefusedStatuses({ entries, failure, children }: Props) {
  const [read, setRead] = useState<readonly string[]>([])
  const news = entries.filter((it) => !read.includes(it.key))
  if (news.length === 0) return children
  return (
    <Stack>
      <ErrorLine message={failure} />
      <ul>
        {news.map((it) => (
          <li key={it.key}>
            <AddressLink id={it.params.addressId} />: {it.problem?.detail}
          </li>
        ))}
      </ul>
      <ButtonRow>
        <ButtonLook kind="main" asChild>
          <Link to="/unsent">Repair it in Unsent work</Link>
        </ButtonLook>
        <Button onClick={() => setRead(entries.map((it) => it.key))}>Show the addresses</Button>
      </ButtonRow>
    </Stack>
  )
}

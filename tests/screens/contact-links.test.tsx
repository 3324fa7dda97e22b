import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Linked, LinkedOwner } from '../../src/records/links.ts'
import type { Problem } from '../../src/sync/transport/problem.ts'

let problem: Problem
let linked: Pick<Linked<LinkedOwner>, 'rows' | 'isHeard'>
let Links: () => React.ReactNode

const modules = {
  '../../src/sync/react/hooks.ts': {
    usePerform: () => async () => 1,
    useServerId: (_type: string, id: number) => id,
    useValue: () => ({ value: undefined, problem }),
    useRow: () => ({ row: undefined }),
  },
  '../../src/sync/react/live.ts': {
    useUser: () => ({ id: 7, role: 0 }),
    useLive: () => ({ ...linked, entries: new Map() }),
    useHasStarted: () => true,
  },
  '@tanstack/react-router': { Link: ({ children }: { children: React.ReactNode }) => children },
}

beforeEach(async () => {
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
  const { useContactLinks } = await import('../../src/parts/use-links.ts')
  const { LinkedGroup } = await import('../../src/screens/contacts/linked-group.tsx')
  Links = () => <LinkedGroup type="address" contactId={3} list={useContactLinks(3).address} />
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

const unknown = 'Earlier addresses are not on this device. They come with signal.'
const failed = 'Failed to fetch contact details'

test('CO-08 CO-17 without signal the links of a contact are called unknown; only an answer counts as a failure', () => {
  const shown = () => renderToStaticMarkup(<Links />)
  linked = { rows: [], isHeard: false }
  problem = { kind: 'noSignal' }
  expect(shown()).toContain(unknown)
  expect(shown()).not.toContain(failed)
  problem = { kind: 'refused', status: 403, detail: 'Not allowed' }
  expect(shown()).toContain(failed)
  expect(shown()).not.toContain(unknown)
  // What was linked here says nothing about the office's links.
  linked = { rows: [{ id: 5, text: '12 ELM STREET', isNameless: false }] as LinkedOwner[], isHeard: false }
  problem = { kind: 'noSignal' }
  expect(shown()).toContain('12 ELM STREET')
  expect(shown()).toContain(unknown)
  linked = { rows: [], isHeard: true }
  expect(shown()).toContain('No associated addresses')
})

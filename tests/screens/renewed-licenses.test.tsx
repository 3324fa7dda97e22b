import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { License } from '../../src/contract/license.ts'
import type { MadeLetter } from '../../src/parts/letters.tsx'
import type { dueQuestion } from '../../src/records/due.ts'
import { ListIndex } from '../../src/records/list-index.ts'
import { listTables } from '../../src/records/list-tables.ts'
import { usualTown } from '../../src/sync/online/town.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

const noLookUps = { addresses: new Map(), units: new Map(), businesses: new Map() }
const band = { from: '2026-11-23', to: '2027-01-22' }
const town = { ...usualTown, townId: 'town', timeZone: 'America/New_York' }

let device: TestDevice
let letters: (() => Promise<MadeLetter[]>) | undefined
let said: string[]

const modules = {
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device, town }) },
  '../../src/sync/react/hooks.ts': { useRows: () => ({ rows: [] }) },
  // The list itself is the worker's.
  '../../src/sync/react/list-search.ts': {
    useListSearch: (zone: string) => ({
      find: async ({ search, sort }: ReturnType<typeof dueQuestion>) => {
        const index = new ListIndex(listTables.licenses, { zone, ...noLookUps })
        const rows = await device.db.rows('license').toArray()
        index.put(rows)
        const found = index.find(
          rows.map((it) => it.id).sort((a, b) => a - b),
          search,
          sort,
        )
        return { rows: index.rowsOf(found) }
      },
    }),
  },
  '../../src/parts/bring-missing.ts': { bringMissing: async () => undefined },
  '../../src/parts/letters.tsx': {
    LettersButtons: ({ make }: { make: typeof letters }) => {
      letters = make
      return null
    },
  },
  '../../src/ui/toast.tsx': { tell: () => undefined, tellFailure: (text: string) => said.push(text) },
}

beforeEach(async () => {
  said = []
  device = await testDevice({ url: 'http://town.test' }, { id: 1, token: 'none' })
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

/** The titles of the letters to the holders of these licenses, as far as they end soon. */
async function titlesOf(licenses: (Partial<License> & { id: number })[]): Promise<string[] | undefined> {
  await device.db.rows('license').bulkPut(licenses as License[])
  const { RenewalLetters } = await import('../../src/screens/due-list/renewal-letters.tsx')
  renderToStaticMarkup(<RenewalLetters band={band} total={9} />)
  return (await letters?.())?.map(({ letter }) => letter.title)
}

test('a holder who has already renewed is not in the list and gets no renewal letter', async () => {
  const titles = await titlesOf([
    { id: 1, license_type: 2, address_id: 1, expiration_date: '2026-12-31' },
    { id: 2, license_type: 2, address_id: 1, expiration_date: '2027-06-30' },
    // 0 is a business license too (LC-03).
    { id: 3, license_type: 0, business_id: 5, expiration_date: '2026-12-31' },
    { id: 4, license_type: 1, business_id: 5, expiration_date: '2027-06-30T04:00:00Z' },
    { id: 5, license_type: 3, address_id: 2, expiration_date: '2026-12-31' },
  ])
  expect(titles).toEqual(['Renewal of Multifamily License #5'])
  // The list leaves them out too, so there is nothing to say.
  expect(said).toEqual([])
})

test('a license that also ends soon renews an earlier one: only the latest gets a letter', async () => {
  const titles = await titlesOf([
    { id: 1, license_type: 2, address_id: 1, expiration_date: '2026-12-01' },
    { id: 2, license_type: 2, address_id: 1, expiration_date: '2027-01-20' },
  ])
  expect(titles).toEqual(['Renewal of Single Family License #2'])
  expect(said).toEqual([])
})

test('another kind, another holder or a revoked license renews nothing: every holder gets a letter', async () => {
  const soon = { license_type: 2, expiration_date: '2026-12-31' }
  const later = { license_type: 2, expiration_date: '2027-06-30' }
  const titles = await titlesOf([
    { id: 1, ...soon, address_id: 1 },
    { id: 2, ...later, address_id: 1, license_type: 3 },
    { id: 3, ...later, address_id: 1, revoked: true },
    { id: 4, ...later, address_id: 2 },
    // A business at the address is a holder of its own.
    { id: 5, ...later, address_id: 1, business_id: 8 },
    // Nothing is known of its holder.
    { id: 6, ...soon },
    { id: 7, ...later },
    { id: 8, license_type: 2, address_id: 1, expiration_date: null },
  ])
  expect(titles).toEqual(['Renewal of Single Family License #1', 'Renewal of Single Family License #6'])
  expect(said).toEqual([])
})

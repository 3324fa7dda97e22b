import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { License } from '../../src/contract/license.ts'
import type { Violation } from '../../src/contract/violation.ts'
import type { MadeLetter } from '../../src/parts/letters.tsx'
import type { ViolationDraft } from '../../src/parts/violation-draft.ts'
import type { Letter } from '../../src/rules/letter.ts'
import { noticeHere } from '../../src/screens/violations/notice-letter.ts'
import { usualTown } from '../../src/sync/online/town.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

const dayMs = 86_400_000
const town = { ...usualTown, townId: 'town', timeZone: 'America/New_York' }

/** A phone whose clock says Nov 20 while the office, which it has asked, has Nov 23. */
let phone: TestDevice
let letters: (() => Promise<MadeLetter[]>) | undefined

const modules = {
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device: phone, town }) },
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7, role: 1 }), useLive: () => 3 * dayMs },
  '../../src/sync/react/hooks.ts': { useRows: () => ({ rows: [] }) },
  '../../src/sync/react/list-search.ts': { useListSearch: () => ({ find: async () => ({ rows: [{ id: 4 }] }) }) },
  '../../src/parts/bring-missing.ts': { bringMissing: async () => undefined },
  '../../src/parts/letters.tsx': {
    LettersButtons: ({ make }: { make: typeof letters }) => {
      letters = make
      return null
    },
  },
  '../../src/ui/dialog.tsx': { Dialog: ({ children }: { children: string }) => children },
}

beforeEach(async () => {
  phone = await testDevice({ url: 'http://town.test' }, { id: 1, token: 'none' })
  phone.clock.now = Date.parse('2026-11-20T15:00:00Z')
  await phone.db.setFact('clockOffsetMs', 3 * dayMs)
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

const dateOf = ({ parts }: Letter) =>
  parts.flatMap((it) => (it.kind === 'facts' ? it.rows : [])).find(([label]) => label === 'Date')?.[1]

test('G-16 a notice made on a phone with a wrong clock has the day of the office', async () => {
  const violation = { id: 7, address_id: 3, deadline: '7 days', created_at: '2026-11-23T15:00:00Z' } as Violation
  const { letter } = await noticeHere({ device: phone, town }, violation, false)
  expect(dateOf(letter)).toBe('11/23/2026')
})

test('G-16 a renewal letter made on a phone with a wrong clock has the day of the office', async () => {
  const license = { id: 4, license_type: 2, expiration_date: '2026-12-31' } as License
  await phone.db.rows('license').put(license)
  const { RenewalLetters } = await import('../../src/screens/due-list/renewal-letters.tsx')
  renderToStaticMarkup(<RenewalLetters band={{ from: '2026-12-01', to: '2026-12-31' }} total={1} />)
  expect((await letters?.())?.map(({ letter }) => dateOf(letter))).toEqual(['11/23/2026'])
})

test('G-16 CF-03 the choices of a deadline, and the last check, count from the day of the office', async () => {
  const { DeadlineField } = await import('../../src/parts/deadline-field.tsx')
  const choices = renderToStaticMarkup(<DeadlineField problem={undefined} />)
  expect(choices.match(/\d+\/\d+\/2026/g)).toEqual([
    ...['11/23/2026', '11/24/2026', '11/26/2026', '11/30/2026', '12/7/2026', '12/23/2026'],
  ])
  const { ViolationCheck } = await import('../../src/parts/violation-check.tsx')
  const draft = {
    form: { getValues: () => ({ codes: [], deadline: '7 days', violation_type: 'doorhanger' }) },
    intake: { photos: [], reading: [] },
  } as unknown as ViolationDraft
  expect(renderToStaticMarkup(<ViolationCheck draft={draft} />)).toContain('7 days, due 11/30/2026, 10:00 AM')
})

import { expect, test } from 'vitest'
import { inspections } from '../../../src/contract/inspection.ts'
import { merges as calls } from '../../../src/contract/merge.ts'
import { office } from '../../harness/office.ts'
import { fillTown } from '../full-town.ts'
import { ask, refusal } from './ask.ts'

test('X97 what is under review since when, with what was found, the longest waiting first; for the office alone', async () => {
  let now = new Date('2026-11-20T10:00:00Z')
  const town = await office({ clock: () => now })
  try {
    await fillTown(town)
    const as = town.people.oas
    const set = (inspectionId: number, status: string) =>
      ask(town, inspections.setStatus, { params: { inspectionId }, body: { status } })
    expect(await ask(town, calls.underReview, { as })).toEqual([])
    await set(2, 'Under Review')
    now = new Date('2026-11-20T11:00:00Z')
    await set(1, 'under-review')
    // A later change of something else does not make it wait anew.
    now = new Date('2026-11-20T12:00:00Z')
    await ask(town, inspections.setContact, { params: { inspectionId: 2 }, body: { contact_id: 1 } })
    expect(await ask(town, calls.underReview, { as })).toEqual([
      { inspection_id: 2, since: '2026-11-20T10:00:00.000Z', potential: 1, photos: 2 },
      { inspection_id: 1, since: '2026-11-20T11:00:00.000Z', potential: 1, photos: 2 },
    ])
    expect(await refusal(town, calls.underReview)).toBe('403 Your role does not allow this')
  } finally {
    await town.close()
  }
})

import { expect } from 'vitest'
import { jpeg, uploadOf } from '../server/visit.ts'
import type { Office } from './office.ts'
import { smallPdf } from './pdf.ts'
import { smallTown } from './town.ts'

/** The id of an inspection in a small town, with two pictures and a PDF file at the office. */
export async function visitWithFiles(town: Office): Promise<number> {
  const { inspectionId } = await smallTown(town)
  for (const [name, bytes] of [
    ['door.jpg', await jpeg()],
    ['gate.jpg', await jpeg(80)],
    ['deed.pdf', smallPdf('deed')],
  ] as const) {
    const sent = { method: 'POST', body: uploadOf(bytes, name), as: town.people.ons }
    expect((await town.fetch(`/api/inspections/${inspectionId}/photos`, sent)).ok).toBe(true)
  }
  return inspectionId
}

import { expect, test } from 'vitest'
import type { Inspection } from '../../src/contract/inspection.ts'
import type { Violation } from '../../src/contract/violation.ts'
import { inspectionById, setInspectionStatus } from '../../src/records/inspection.ts'
import { caseEvents } from '../../src/rules/case-file.ts'
import { dayMs, dayOf, townZone } from '../../src/rules/dates.ts'
import { timelineOf } from '../../src/rules/timeline.ts'
import { lastVisitDay } from '../../src/rules/visited-at.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { testDevice } from '../harness/device.ts'
import { office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

/** The days of the visit in the summary of the address, its timeline and the case file. */
function daysShown(inspection: Inspection): (string | null | undefined)[] {
  const none = { comments: [], complaints: [], violations: [], citations: [], licenses: [], permits: [] }
  const violation: Violation = { id: 1, address_id: 1, status: 0 }
  const nothing = { comments: [], services: [], citations: [], evidence: null, people: [] }
  const told = caseEvents({ ...nothing, violation, inspection }, townZone)
  return [
    lastVisitDay([inspection], townZone),
    timelineOf({ ...none, inspections: [inspection] }, townZone)[0]?.at.slice(0, 10),
    told.find(({ kind }) => kind === 'inspection')?.at?.slice(0, 10),
  ]
}

test.each(['keyed', 'documented'] as const)(
  'AD-31 G-18 a visit without signal is shown on its day, before it is sent and three days later (%s)',
  async (profile) => {
    const town = await office({ profile })
    try {
      const { inspectionId } = await smallTown(town)
      await town.pool.query("update inspections set created_at = '2026-01-02T12:00Z', updated_at = '2026-01-02T12:00Z'")
      const clock = {
        now: Date.now() - 3 * dayMs,
        pass(ms: number) {
          clock.now += ms
        },
      }
      const phone = await testDevice(town, town.people.ons, { clock })
      await pull(phone, inspectionById(inspectionId))
      const shown = async () => daysShown((await phone.db.rows('inspection').get(inspectionId))!)
      const dayOfVisit = dayOf(new Date(clock.now))
      phone.signal.off()
      await perform(phone, setInspectionStatus, { inspectionId }, { status: 'Completed' })
      expect(await shown()).toEqual([dayOfVisit, dayOfVisit, dayOfVisit])
      clock.pass(3 * dayMs)
      phone.signal.on()
      await phone.drain()
      expect(await phone.db.outbox.count()).toBe(0)
      await pull(phone, inspectionById(inspectionId))
      // A documented server cannot carry the time: its last change is used instead.
      const day = profile === 'keyed' ? dayOfVisit : dayOf(new Date(clock.now))
      expect(await shown()).toEqual([day, day, day])
    } finally {
      await town.close()
    }
  },
)

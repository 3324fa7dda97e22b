import { useMemo } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { SmallMap } from '../../parts/map/small-map.tsx'
import type { Marked } from '../../parts/map/use-marks.ts'
import type { Stop } from '../../rules/day-plan.ts'
import { isComplaint } from '../../rules/inspection-source.ts'

/** The places of the day's stops; links to the whole map. */
export function TodayMap({ stops }: { stops: readonly Stop<Inspection, Violation>[] }) {
  const name = stops.map(({ kind, record }) => `${kind} ${record.id} ${record.address_id}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name tells the same stops from others
  const records = useMemo(() => stops.map(placed), [name])
  return stops.length > 0 ? <SmallMap records={records} /> : null
}

const placed = (stop: Stop<Inspection, Violation>): Marked =>
  stop.kind === 'violation'
    ? { kind: 'violation', id: stop.record.id, address_id: stop.record.address_id }
    : {
        kind: isComplaint(stop.record) ? 'complaint' : 'stop',
        id: stop.record.id,
        address_id: stop.record.address_id,
        address: stop.record.address,
      }

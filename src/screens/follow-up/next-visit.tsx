import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { type Inspection, type InspectionSource, inspectionSources } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { notOnDeviceText } from '../../parts/not-on-device.ts'
import { RecordTo } from '../../parts/record-to.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { withAppointment } from '../../parts/with-appointment.ts'
import { inspectionsOfAddress, scheduleInspection } from '../../records/inspection.ts'
import { addInspection } from '../../records/inspection-add.ts'
import { complaintsOfAddress } from '../../records/linked.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { dayOf, wallTime } from '../../rules/dates.ts'
import { nextVisit, visitToMove } from '../../rules/follow-up.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { openVisits } from '../../rules/open-matters.ts'
import { complaintInspector } from '../../rules/permissions.ts'
import { numbered } from '../../rules/text.ts'
import { violationTitle } from '../../rules/violation-type.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { usePerform, useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { useOneAtATime } from '../../ui/one-at-a-time.ts'
import { Section } from '../../ui/section.tsx'

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: 3,
    maxWidth: '48rem',
    '& > p': { flex: '1 1 14rem', alignSelf: 'center' },
    '& > p > b': { display: 'block', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
    '& > button': { flex: '0 1 auto' },
    '@media (max-width: 40rem)': { '& > button': { flex: '1 1 100%' } },
  },
})

interface Props {
  addressId: number
  /** The violations that are still open there. */
  open: readonly Violation[]
}

/** The next visit, suggested at the deadline: one tap moves an open inspection, or makes a new one. */
export function NextVisit({ addressId, open }: Props) {
  const now = useNow()
  const zone = useZone()
  const user = useUser()
  const inspections = useRows(inspectionsOfAddress(addressId))
  const complaints = useRows(complaintsOfAddress(addressId))
  const lists = [inspections, complaints]
  const isHeard = (it: (typeof lists)[number]) => addressId < 0 || it.pulledAt !== undefined
  const at = nextVisit(open, now, zone)
  // A visit may be planned already in a list that is still being read.
  if (at === null || !inspections.rows || !complaints.rows) return null
  if (lists.some((it) => !isHeard(it) && !it.problem)) return null
  const all = [...inspections.rows, ...complaints.rows]
  const visits = openVisits(all)
  const today = dayOf(now, zone)
  const atOf = (it: Inspection) => wallTime(it.scheduled_datetime, zone) ?? ''
  const coming = visits
    .filter((it) => atOf(it).slice(0, 10) > today)
    .sort((a, b) => atOf(a).localeCompare(atOf(b)))
    .at(0)
  if (coming) return <Coming visit={coming} />
  const from = new Set(open.flatMap((it) => it.inspection_id ?? []))
  const moved = visitToMove(visits, { from, userId: user.id })
  return (
    <Section title="Next visit">
      {!lists.every(isHeard) && <p>{notOnDeviceText('inspections and complaints')}</p>}
      {moved ? (
        <Move visit={moved} at={at} />
      ) : (
        <Make addressId={addressId} at={at} open={open} source={all.find((it) => from.has(it.id))?.source} />
      )}
    </Section>
  )
}

function Coming({ visit }: { visit: Inspection }) {
  const zone = useZone()
  return (
    <Section title="Next visit">
      <Line>
        <p>
          <b>{scheduleText(visit.scheduled_datetime, zone)}</b>
          <VisitLink visit={visit} />
        </p>
        <EntryStateLine type="inspection" id={visit.id} failure="Failed to update schedule" />
      </Line>
    </Section>
  )
}

const VisitLink = ({ visit: { id, source } }: { visit: Inspection }) => (
  <RecordTo kind={isComplaint({ source }) ? 'complaint' : 'inspection'} id={id}>
    {numbered(source, id)}
  </RecordTo>
)

/** Gives the current inspection its next appointment. */
function Move({ visit, at }: { visit: Inspection; at: string }) {
  const perform = usePerform()
  const accept = async () => {
    const done = await saved(() => perform(scheduleInspection, { inspectionId: visit.id }, { scheduled_datetime: at }))
    if (done !== null) tellSaved('Schedule saved')
  }
  return (
    <Line>
      <p>
        <b>{scheduleText(at)}</b>
        <VisitLink visit={visit} /> is continued then.
      </p>
      <Button kind="main" icon="today" onClick={() => void accept()}>
        Schedule the next visit
      </Button>
    </Line>
  )
}

interface MakeProps extends Props {
  at: string
  /** The source of the inspection from which the violations came, if known. */
  source: string | undefined
}

/**
 * A new inspection with the source of the one from which the violations came. If unknown, the person chooses it,
 * because completing an inspection creates a licence or permit by its source, and a complaint counts as one.
 */
function Make({ addressId, at, open, source }: MakeProps) {
  const perform = usePerform()
  const user = useUser()
  const { town } = useEngine()
  const known = inspectionSources.find((it) => it === source)
  const [chosen, setChosen] = useState<InspectionSource | undefined>(known)
  const make = useOneAtATime(async () => {
    if (!chosen) return
    const body = {
      source: chosen,
      address_id: addressId,
      // CF-16: an inspector does not assign complaints.
      inspector_id: isComplaint({ source: chosen })
        ? complaintInspector(user, user.id, town.defaultComplaintInspector)
        : user.id,
      description: `Follow-up of ${open.map(violationTitle).join(', ')}`,
      paid: false,
    }
    const made = await saved(() => perform(addInspection, {}, body, withAppointment(at)))
    if (made !== null) tellSaved('Schedule saved')
  })
  return (
    <Line>
      <p>
        <b>{scheduleText(at)}</b>
        {chosen ? `A new inspection, ${chosen}.` : 'No inspection here is open to be continued then.'}
      </p>
      {!known && (
        <SelectField
          label="Kind of inspection"
          blank="Choose"
          choices={inspectionSources}
          value={chosen ?? ''}
          onChange={(event) => setChosen(inspectionSources.find((it) => it === event.target.value))}
        />
      )}
      <Button kind="main" icon="today" disabled={!chosen} onClick={() => void make()}>
        Schedule the next visit
      </Button>
    </Line>
  )
}

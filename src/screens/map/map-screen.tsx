import { useMemo } from 'react'
import { AsOf } from '../../parts/as-of.tsx'
import { listed } from '../../parts/listed.ts'
import { type Marked, useMarks } from '../../parts/map/use-marks.ts'
import { useTownMap } from '../../parts/map/use-town-map.ts'
import { onsUsers } from '../../records/user.ts'
import { goesOut } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Filters, SelectFilter, useFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { KindSign, Kinds } from './map-looks.tsx'
import type { MapRecord, MatterKind } from './map-records.ts'
import { MapWithList } from './map-with-list.tsx'
import { kindWords } from './record-rows.tsx'
import { useMapRecords } from './use-map-records.ts'

const kinds: readonly MatterKind[] = ['stop', 'violation', 'complaint']

/** Open matters where they are: an inspector's stops (the office: everybody's), open violations, open complaints. */
export function MapScreen() {
  const { records, lacking, oldest } = useMapRecords()
  const user = useUser()
  const hidden = useFilter('hide')
  const inspector = useFilter('inspector')
  const isHidden = (kind: MatterKind) => hidden.value.split(',').includes(kind)
  const chosen = useMemo(
    () => records?.filter((it) => inspector.value === '' || String(it.userId) === inspector.value),
    [records, inspector.value],
  )
  const shown = useMemo(
    () => chosen?.filter((it) => !hidden.value.split(',').includes(it.kind)),
    [chosen, hidden.value],
  )
  const toggle = (kind: MatterKind) =>
    hidden.onChange(kinds.filter((it) => (it === kind ? !isHidden(it) : isHidden(it))).join(','))
  return (
    <Page title="Map" meta={<AsOf of={oldest} />}>
      <div>
        <Kinds role="group" aria-label="Shown on the map">
          {kinds.map((kind) => (
            <Button key={kind} aria-pressed={!isHidden(kind)} onClick={() => toggle(kind)}>
              <KindSign kind={kind} />
              {chosen?.filter((it) => it.kind === kind).length}
              <span>{kindWords[kind].many}</span>
            </Button>
          ))}
        </Kinds>
      </div>
      {!goesOut(user.role) && (
        <Filters>
          <InspectorFilter {...inspector} />
        </Filters>
      )}
      {lacking.length > 0 && (
        <ErrorLine message={`Failed to fetch ${lacking.join(', ')}`} hint="What this device holds is shown." />
      )}
      {shown ? <Shown records={shown} /> : <Loading />}
    </Page>
  )
}

/** With the address from which one has come, whatever is open there. */
function Shown({ records }: { records: MapRecord[] }) {
  const map = useTownMap()
  const [address] = useUrlState('address')
  const placed = useMemo((): Marked[] => {
    const id = Number(address)
    return id ? [...records, { kind: 'address', id, address_id: id }] : records
  }, [records, address])
  const marks = useMarks(placed, map)
  return <MapWithList records={records} map={map} marks={marks} />
}

function InspectorFilter(props: ReturnType<typeof useFilter>) {
  const { rows } = listed(useRows(onsUsers()), 'Failed to fetch ONS users')
  const choices = (rows ?? []).map((it) => [String(it.id), personName(it)] as const)
  return <SelectFilter label="Inspector" choices={choices} all="All inspectors" {...props} />
}

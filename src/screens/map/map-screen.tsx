import { useMemo, useState } from 'react'
import { AsOf } from '../../parts/as-of.tsx'
import { type Marked, useMarks } from '../../parts/map/use-marks.ts'
import { useTownMap } from '../../parts/map/use-town-map.ts'
import { SavedViews } from '../../parts/saved-views.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { onsUsers } from '../../records/user.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { isHidden, type MapFilter, type MatterKind, matches, matterKinds, statusAsked } from '../../rules/map-filter.ts'
import { personName } from '../../rules/person.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { printPage } from '../../ui/printing.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { ListLink, MapFilters } from './map-filters.tsx'
import { KindSign, Kinds } from './map-looks.tsx'
import type { MapRecord } from './map-records.ts'
import { MapWithList } from './map-with-list.tsx'
import { narrowedText, periodText } from './map-words.ts'
import { kindWords } from './record-rows.tsx'
import { useMapFilter } from './use-map-filter.ts'
import { useMapRecords } from './use-map-records.ts'

/**
 * Records at their places. Without a filter, open ones: for an inspector their own stops, for the office everybody's.
 */
export function MapScreen() {
  const { filter, fields } = useMapFilter()
  const { records, codes, isMine, lacking, oldest } = useMapRecords(filter)
  const left = useMemo(() => records?.filter(matches(filter)), [records, filter])
  const shown = useMemo(() => left?.filter((it) => !isHidden(filter, it.kind)), [left, filter])
  const only = statusAsked(filter)?.kind
  const isNarrowed = Object.entries(filter).some(([name, value]) => name !== 'hide' && value !== '')
  const [isOpen, setOpen] = useState(isNarrowed)
  const toggle = (kind: MatterKind) =>
    fields.hide.onChange(
      matterKinds.filter((it) => (it === kind ? !isHidden(filter, it) : isHidden(filter, it))).join(','),
    )
  const paper = usePaperWords(filter, codes, isMine)
  return (
    <Page
      title="Map"
      meta={<AsOf of={oldest} />}
      actions={
        <>
          <ListLink filter={filter} />
          <Button onClick={printPage}>Print</Button>
          <Button icon="filter" aria-expanded={isOpen} aria-controls="map-filters" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide Filters' : 'Show Filters'}
          </Button>
        </>
      }
    >
      <div id="map-filters" hidden={!isOpen}>
        <MapFilters fields={fields} codes={codes} />
      </div>
      <SavedViews />
      <div className="not-printed">
        <Kinds role="group" aria-label="Shown on the map">
          {matterKinds.map((kind) => (
            <Button key={kind} aria-pressed={!isHidden(filter, kind)} onClick={() => toggle(kind)}>
              <KindSign kind={kind} />
              {left?.filter((it) => it.kind === kind).length}
              <span>{isMine && kind === 'stop' ? 'Your inspections' : kindWords[kind].many}</span>
            </Button>
          ))}
        </Kinds>
      </div>
      {lacking.length > 0 && (
        <ErrorLine message={`Failed to fetch ${lacking.join(', ')}`} hint="What this device holds is shown." />
      )}
      {shown && records ? (
        <Shown
          records={shown}
          total={records.filter((it) => it.kind === (only ?? it.kind)).length}
          filter={filter}
          paper={paper}
        />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

/** The text above the map on paper. */
function usePaperWords(filter: MapFilter, codes: ReturnType<typeof useMapRecords>['codes'], isMine: boolean) {
  const now = useNow()
  const zone = useZone()
  const { rows } = useRows(onsUsers(), filter.inspector !== '')
  const person = rows?.find((it) => String(it.id) === filter.inspector)
  const code = codes.find((it) => String(it.id) === filter.code)
  const names = {
    inspector: person ? personName(person) : `#${filter.inspector}`,
    code: (code && codeLabel(code)) || `#${filter.code}`,
  }
  return { title: periodText(filter, now, zone), narrowed: narrowedText(filter, names, isMine) }
}

interface ShownProps {
  records: MapRecord[]
  total: number
  filter: MapFilter
  paper: ReturnType<typeof usePaperWords>
}

/** Also shows the address from which the person came, whatever is open there. */
function Shown({ records, total, filter, paper }: ShownProps) {
  const map = useTownMap()
  const [address] = useUrlState('address')
  const placed = useMemo((): Marked[] => {
    const id = Number(address)
    return id ? [...records, { kind: 'address', id, address_id: id }] : records
  }, [records, address])
  const marks = useMarks(placed, map)
  return <MapWithList records={records} total={total} filter={filter} paper={paper} map={map} marks={marks} />
}

import { useMemo, useState } from 'react'
import { AsOf } from '../../parts/as-of.tsx'
import { type Marked, useMarks } from '../../parts/map/use-marks.ts'
import { useTownMap } from '../../parts/map/use-town-map.ts'
import { isServerUnreachable, notOnDeviceText } from '../../parts/not-on-device.ts'
import { SavedViews } from '../../parts/saved-views.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { onsUsers } from '../../records/user.ts'
import { codeLabel } from '../../rules/code-search.ts'
import {
  isHidden,
  isId,
  type MapFilter,
  type MatterKind,
  matches,
  matterKinds,
  statusAsked,
} from '../../rules/map-filter.ts'
import { personName } from '../../rules/person.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { printPage } from '../../ui/print-page.ts'
import { ErrorLine, Loading, Note } from '../../ui/states.tsx'
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
  const { records, codes, isMine, unheard, oldest } = useMapRecords(filter)
  const left = useMemo(() => records?.filter(matches(filter)), [records, filter])
  const shown = useMemo(() => left?.filter((it) => !isHidden(filter, it.kind)), [left, filter])
  const only = statusAsked(filter)?.kind
  const isNarrowed = Object.entries(filter).some(([name, value]) => name !== 'hide' && value !== '')
  const [isOpen, setOpen] = useState(isNarrowed)
  const toggle = (kind: MatterKind) =>
    fields.hide.onChange(
      matterKinds.filter((it) => (it === kind ? !isHidden(filter, it) : isHidden(filter, it))).join(','),
    )
  const isUnheard = (kind: MatterKind) => unheard.some((it) => it.kind === kind)
  const unknown = unheard.filter((it) => !isHidden(filter, it.kind) && it.kind === (only ?? it.kind))
  const paper = usePaperWords(filter, codes, isMine)
  const missing = unknown.length > 0 && `Not known on this device: ${unknown.map(({ what }) => what).join(', ')}`
  return (
    <Page
      title="Map"
      meta={<AsOf of={oldest} />}
      actions={
        <>
          <ListLink filter={filter} codes={codes} />
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
      <SavedViews beside="address" />
      <div className="not-printed">
        <Kinds role="group" aria-label="Shown on the map">
          {matterKinds.map((kind) => (
            <Button key={kind} aria-pressed={!isHidden(filter, kind)} onClick={() => toggle(kind)}>
              <KindSign kind={kind} />
              {!isUnheard(kind) && left?.filter((it) => it.kind === kind).length}
              <span>{isMine && kind === 'stop' ? 'Your inspections' : kindWords[kind].many}</span>
            </Button>
          ))}
        </Kinds>
      </div>
      <Lacking unheard={unheard} />
      {shown && records ? (
        <Shown
          records={shown}
          total={records.filter((it) => it.kind === (only ?? it.kind)).length}
          filter={filter}
          paper={{ ...paper, narrowed: [paper.narrowed, missing].filter(Boolean).join(' · ') }}
          isWhole={unknown.length === 0}
        />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

/** What could not be fetched, and never was. */
function Lacking({ unheard }: Pick<ReturnType<typeof useMapRecords>, 'unheard'>) {
  const failed = unheard.filter((it) => it.problem)
  if (failed.length === 0) return null
  const what = failed.map((it) => it.what).join(', ')
  if (failed.every((it) => isServerUnreachable(it.problem)))
    return (
      <Note tone="gray" role="status">
        {notOnDeviceText(what)}
      </Note>
    )
  return <ErrorLine message={`Failed to fetch ${what}`} hint="What this device holds is shown." />
}

const idOrText = (value: string): string => (isId(value) ? `#${value}` : value)

/** The text above the map on paper. */
function usePaperWords(filter: MapFilter, codes: ReturnType<typeof useMapRecords>['codes'], isMine: boolean) {
  const now = useNow()
  const zone = useZone()
  const { rows } = useRows(onsUsers(), filter.inspector !== '')
  const person = rows?.find((it) => String(it.id) === filter.inspector)
  const code = codes.find((it) => String(it.id) === filter.code)
  const names = {
    inspector: person ? personName(person) : idOrText(filter.inspector),
    code: (code && codeLabel(code)) || idOrText(filter.code),
  }
  return { title: periodText(filter, now, zone), narrowed: narrowedText(filter, names, isMine) }
}

interface ShownProps {
  records: MapRecord[]
  total: number
  filter: MapFilter
  paper: ReturnType<typeof usePaperWords>
  /** Whether the office has told of every shown kind. */
  isWhole: boolean
}

/** Also shows the address from which the person came, whatever is open there. */
function Shown({ records, ...props }: ShownProps) {
  const map = useTownMap()
  const [address] = useUrlState('address')
  const placed = useMemo((): Marked[] => {
    const id = Number(address)
    return id ? [...records, { kind: 'address', id, address_id: id }] : records
  }, [records, address])
  const marks = useMarks(placed, map)
  return <MapWithList {...props} records={records} map={map} marks={marks} />
}

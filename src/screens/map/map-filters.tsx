import { Link } from '@tanstack/react-router'
import { listed } from '../../parts/listed.ts'
import { onsUsers } from '../../records/user.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { inspectionSources } from '../../rules/inspection-source.ts'
import { type MapFilter, mapStatuses } from '../../rules/map-filter.ts'
import { goesOut } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { cutText } from '../../rules/text.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { ButtonLook } from '../../ui/button.tsx'
import { DayFilter, Filters, SelectFilter, TextFilter, TickFilter, type useFilter } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { listLink } from './map-list.ts'
import type { useMapFilter } from './use-map-filter.ts'
import type { useMapRecords } from './use-map-records.ts'

type Fields = ReturnType<typeof useMapFilter>['fields']
type Codes = ReturnType<typeof useMapRecords>['codes']

const sources = inspectionSources.map((it) => it.text).filter((it) => it !== 'Complaint')
/** The length of a choice in one line on a phone. */
const codeWords = 60

/** The filters of the map: those of its records' lists, and a period. */
export function MapFilters({ fields, codes }: { fields: Fields; codes: Codes }) {
  const user = useUser()
  const named = codes.map((it) => [String(it.id), cutText(codeLabel(it), codeWords) || `Code ${it.id}`] as const)
  const { value } = fields.code
  // A chosen section is shown even if no violation names it now.
  const choices =
    value === '' || named.some(([id]) => id === value) ? named : [...named, [value, `Code ${value}`] as const]
  return (
    <Filters>
      <TextFilter label="Search" placeholder="Words in any order" {...fields.text} />
      <SelectFilter label="Status" choices={mapStatuses} all="Open" {...fields.status} />
      {goesOut(user.role) && ['', String(user.id)].includes(fields.inspector.value) ? (
        <TickFilter label="Only mine" {...ownOnly(fields.inspector, user.id)} />
      ) : (
        <InspectorFilter {...fields.inspector} />
      )}
      <SelectFilter label="Source of inspections" choices={sources} {...fields.source} />
      <SelectFilter label="Code of violations" choices={choices} {...fields.code} />
      <DayFilter label="From" {...fields.from} />
      <DayFilter label="To" {...fields.to} />
    </Filters>
  )
}

/** The inspector's check box. The URL has the person's id, as with the office's choice. */
const ownOnly = ({ value, onChange }: ReturnType<typeof useFilter>, userId: number) => ({
  value: value === String(userId) ? '1' : '',
  onChange: (ticked: string) => onChange(ticked === '1' ? String(userId) : ''),
})

function InspectorFilter(props: ReturnType<typeof useFilter>) {
  const { rows } = listed(useRows(onsUsers()), 'Failed to fetch ONS users')
  const choices = rows?.map((it) => [String(it.id), personName(it)] as const)
  return <SelectFilter label="Inspector" choices={choices} all="All inspectors" {...props} />
}

/** A link to the list with the same content as the map, if there is one. */
export function ListLink({ filter, codes }: { filter: MapFilter; codes: Codes }) {
  const user = useUser()
  const { rows } = useRows(onsUsers(), filter.inspector !== '')
  const link = listLink(filter, { user, inspectors: rows, codes })
  if (!link) return null
  return (
    <ButtonLook asChild>
      <Link {...link}>
        <Icon name="back" />
        Show as a list
      </Link>
    </ButtonLook>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { filterOfList, type MapFilter, type MatterKind, mapOf } from '../rules/map-filter.ts'
import { ButtonLook } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { unseen } from '../ui/unseen.ts'
import { useListFilters } from './list-filters.ts'

/** On the phone the sign alone, so that it has room beside the title. */
const Words = chakra('span', { base: { '@media (max-width: 40rem)': unseen } })

interface Props {
  kind: MatterKind
  /** The list's own filters. */
  filter: Partial<MapFilter>
}

/** A link from a list to the map with the same records, all filters included; none if the map cannot have the same. */
export function MapLink({ kind, filter }: Props) {
  const ofList = filterOfList(kind, filter, useListFilters().search)
  if (!ofList) return null
  return (
    <ButtonLook asChild>
      <Link to="/map" search={mapOf(kind, ofList)}>
        <Icon name="pin" />
        <Words>On the map</Words>
      </Link>
    </ButtonLook>
  )
}

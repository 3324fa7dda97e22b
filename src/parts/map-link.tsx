import { Link } from '@tanstack/react-router'
import { type MapFilter, type MatterKind, mapOf } from '../rules/map-filter.ts'
import { ButtonLook } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** A link from a list to the map with the same records: the list's filters become the map's. */
export const MapLink = ({ kind, filter }: { kind: MatterKind; filter: Partial<MapFilter> }) => (
  <ButtonLook asChild>
    <Link to="/map" search={mapOf(kind, filter)}>
      <Icon name="pin" />
      Show on the map
    </Link>
  </ButtonLook>
)

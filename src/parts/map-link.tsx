import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { type MapFilter, type MatterKind, mapOf } from '../rules/map-filter.ts'
import { ButtonLook } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { unseen } from '../ui/unseen.ts'

/** On the phone the sign alone, so that it has room beside the title. */
const Words = chakra('span', { base: { '@media (max-width: 40rem)': unseen } })

/** A link from a list to the map with the same records: the list's filters become the map's. */
export const MapLink = ({ kind, filter }: { kind: MatterKind; filter: Partial<MapFilter> }) => (
  <ButtonLook asChild>
    <Link to="/map" search={mapOf(kind, filter)}>
      <Icon name="pin" />
      <Words>On the map</Words>
    </Link>
  </ButtonLook>
)

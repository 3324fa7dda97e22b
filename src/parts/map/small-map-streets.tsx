import { fetched } from '../../ui/fetched.tsx'
import { type Marked, useMarks } from './use-marks.ts'
import { useTownMap } from './use-town-map.ts'

const MapView = fetched(async () => (await import('./map-view.tsx')).MapView)

/**
 * The streets and marks of a small map, and a text for what is missing. Hidden from screen readers, because the
 * records are listed beside it.
 */
export function SmallMapStreets({ records }: { records: readonly Marked[] }) {
  const map = useTownMap()
  const found = useMarks(records, map)
  const extent = map.facts?.extent ?? null
  if (!found || (!map.facts && !map.hasFailed)) return null
  const { marks } = found
  if (marks.length === 0)
    return (
      found.isCurrent && (
        <p>
          {map.hasBook
            ? `Not on the map: where ${records.length > 1 ? 'these are' : 'this is'} is not known.`
            : 'The map comes with the address book: Prepare for the field fetches it.'}
        </p>
      )
    )
  return (
    <>
      <div data-map="" aria-hidden="true">
        <MapView town={map.town} ground={map.facts?.ground ?? ''} extent={extent} marks={marks} isStill />
      </div>
      {map.facts?.madeBy && (
        <small aria-hidden="true" style={maker}>
          {map.facts.madeBy}
        </small>
      )}
      {extent === null && map.hasBook === false && <p>The streets come with the address book.</p>}
    </>
  )
}

/** The maker of the map, in the corner. */
const maker = {
  position: 'absolute',
  bottom: 0,
  insetInlineEnd: 0,
  paddingInline: '8px',
  background: 'var(--bg)',
  color: 'var(--fg-muted)',
  fontSize: '0.75rem',
} as const

import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import { potentialSeenIn, type SeenAt } from '../../records/observation.ts'
import { groupedBy } from '../../rules/grouped.ts'
import { newestSeenFirst } from '../../rules/list-order.ts'
import { localIdsOf } from '../../sync/entry/names.ts'
import { useLive } from '../../sync/react/live.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { notHeardText } from './finish-facts.ts'
import { placeOfSeen, ReviewItem } from './review-item.tsx'

const Bar = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4, rowGap: 1 },
})

const Selected = chakra('span', {
  base: { alignSelf: 'center', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
})

const Place = chakra('li', {
  base: {
    paddingTop: 4,
    '& > h3 > span': {
      marginInlineStart: 2,
      color: 'fg.muted',
      fontWeight: 'normal',
      fontVariantNumeric: 'tabular-nums',
    },
  },
})

export interface ReviewListProps {
  inspectionId: Id
  /** Whether this phone knows all of them; undefined while the office may still tell. */
  isHeard: boolean | undefined
  /** Gets the sections of the selected items (RV-05); absent for people who can only read. */
  onAddCodes?: (codes: number[]) => void
}

/**
 * The flagged observations of the inspection, newest first, with a choice of what goes into a notice (RV-02 to RV-05).
 */
export function ReviewList({ inspectionId, isHeard, onAddCodes }: ReviewListProps) {
  const seen = useSeen(inspectionId)
  const [selected, setSelected] = useState<ReadonlySet<Id>>(new Set())
  const isDesk = useIsDesk()
  if (!seen || (seen.length === 0 && isHeard === undefined)) return <Loading />
  if (seen.length === 0)
    return isHeard ? (
      <Section title="Potential Violations" count={0}>
        <Empty>No potential violations were flagged during this inspection.</Empty>
      </Section>
    ) : (
      <Section title="Potential Violations">
        <ErrorLine message="Failed to load potential observations" hint={notHeardText} />
      </Section>
    )
  const byId = new Map(seen.map((it) => [it.observation.id, it]))
  const rows = newestSeenFirst(seen.map((it) => it.observation)).flatMap(({ id }) => byId.get(id) ?? [])
  const chosen = rows.filter((it) => selected.has(it.stableId))
  const select = (id: Id, isSelected: boolean) =>
    setSelected(new Set(isSelected ? [...selected, id] : [...selected].filter((it) => it !== id)))
  const add = onAddCodes && (
    <Button
      icon={isDesk ? 'plus' : undefined}
      kind={isDesk ? 'plain' : 'main'}
      className="grow"
      disabled={chosen.length === 0}
      onClick={() => onAddCodes([...new Set(chosen.flatMap((it) => it.observation.codes.map((code) => code.id)))])}
    >
      Add suspected codes to violation
    </Button>
  )
  return (
    <Section title="Potential Violations" count={isHeard === false ? undefined : rows.length}>
      {isHeard === false && <Empty>{notHeardText}</Empty>}
      {add && (
        <Bar className="not-printed">
          <CheckField
            label="Select all"
            checked={chosen.length === rows.length}
            onChange={(event) => setSelected(new Set(event.target.checked ? rows.map((it) => it.stableId) : []))}
          />
          {isDesk && <Selected role="status">{chosen.length} selected</Selected>}
          {isDesk && add}
        </Bar>
      )}
      <ul aria-label="Potential violations">
        {byPlace(rows).map(({ areaId, place, seen }) => (
          <Place key={areaId}>
            <h3>
              {place}
              <span>{seen.length}</span>
            </h3>
            <ul aria-label={place}>
              {seen.map((it) => (
                <li key={it.stableId}>
                  <ReviewItem
                    seen={it}
                    inspectionId={inspectionId}
                    isSelected={selected.has(it.stableId)}
                    onSelect={onAddCodes && ((isSelected) => select(it.stableId, isSelected))}
                  />
                </li>
              ))}
            </ul>
          </Place>
        ))}
      </ul>
      {!isDesk && add && (
        <BottomBar label="Next step">
          <Selected role="status">{chosen.length} selected</Selected>
          {add}
        </BottomBar>
      )}
    </Section>
  )
}

/** `stableId`: the local id if it was made on this device, else its id. It stays when the office gives its own. */
interface Seen extends SeenAt {
  stableId: Id
}

const useSeen = (inspectionId: Id): Seen[] | undefined =>
  useLive(
    async (db) => {
      const seen = await potentialSeenIn(db, inspectionId)
      const ids = seen.map((it) => it.observation.id)
      const locals = await localIdsOf(db, 'observation', ids)
      return seen.map((it) => ({ ...it, stableId: locals.get(it.observation.id) ?? it.observation.id }))
    },
    [inspectionId],
    `potential seen in ${inspectionId}`,
  )

interface SeenInPlace {
  areaId: Id
  place: string
  seen: Seen[]
}

/** By area, the area with the newest first; newest first within an area. */
const byPlace = (rows: readonly Seen[]): SeenInPlace[] =>
  [...groupedBy(rows, (it) => it.observation.area_id)].map(([areaId, seen]) => ({
    areaId,
    place: seen[0] ? placeOfSeen(seen[0]) : '',
    seen,
  }))

import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Pack, PackPapers } from '../../db/database.ts'
import type { Part } from '../../parts/field-parts.ts'
import { useZone } from '../../parts/use-now.ts'
import { dateTimeText, scheduleText } from '../../rules/date-text.ts'
import { sizeText } from '../../rules/size.ts'
import { plural } from '../../rules/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

const Rows = chakra('ul', {
  base: {
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
      columnGap: 4,
      rowGap: '2px',
      alignItems: 'center',
      minHeight: 'tap',
      paddingBlock: '6px',
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& .more': { color: 'fg.muted', fontSize: 'sm', gridColumn: { base: '1 / -1', md: '2' }, gridRow: { md: '1' } },
    '& .state': { display: 'flex', alignItems: 'center', gap: 2, gridRow: '1', gridColumn: { base: '2', md: '3' } },
    '& a': { display: 'inline-flex', alignItems: 'center', minHeight: { base: '48px', md: '24px' } },
  },
})

/** A part downloaded this much before the newest shows its time. */
const laterMs = 10 * 60_000

interface Props {
  parts: readonly Part[]
  isBusy: boolean
  onRetry: () => void
}

/** Every part with its state; a failed one says why and can be tried again. */
export function PackList({ parts, isBusy, onRetry }: Props) {
  const newest = Math.max(0, ...parts.map((it) => it.pack?.at ?? 0))
  return (
    <Rows aria-label="Parts">
      {parts.map((part) => (
        <li key={part.name}>
          <PartName part={part} />
          <PartMore part={part} newest={newest} />
          <span className="state">
            <PartState pack={part.pack} />
            {part.pack && !part.pack.ready && (
              <Button disabled={isBusy} onClick={onRetry}>
                Retry
              </Button>
            )}
          </span>
        </li>
      ))}
    </Rows>
  )
}

function PartName({ part: { name, inspection, pack } }: { part: Part }) {
  if (!inspection) return <span>{pack?.title ?? name}</span>
  return (
    <Link to="/inspection/$inspectionId" params={{ inspectionId: String(inspection.id) }}>
      {inspection.address?.combadd?.trim() || name}
    </Link>
  )
}

function PartMore({ part: { inspection, pack }, newest }: { part: Part; newest: number }) {
  const zone = useZone()
  const facts = [
    inspection?.source,
    inspection && scheduleText(inspection.scheduled_datetime, zone),
    pack && !pack.ready ? pack.problem : null,
    pack?.ready && pack.pictures && plural(pack.pictures, 'picture'),
    ...(pack?.ready && pack.papers ? papersText(pack.papers) : []),
    pack?.ready && newest - pack.at > laterMs && `fetched ${dateTimeText(new Date(pack.at), zone)}`,
  ]
  return <span className="more">{facts.filter(Boolean).join(' · ')}</span>
}

/** How many PDF files are here, with their size, and how many are not. */
const papersText = ({ count, bytes, leftOut }: PackPapers): string[] => [
  ...(count === 0 ? [] : [`${plural(count, 'PDF file')} (${sizeText(bytes)})`]),
  ...(leftOut === 0 ? [] : [`${plural(leftOut, count === 0 ? 'PDF file' : 'more PDF file')} only with signal`]),
]

function PartState({ pack }: { pack: Pack | null }) {
  if (!pack) return <Badge tone="gray">Not yet</Badge>
  if (pack.ready) return <Badge tone="green">Ready</Badge>
  return pack.gone ? <Badge tone="yellow">Incomplete</Badge> : <Badge tone="red">Failed</Badge>
}

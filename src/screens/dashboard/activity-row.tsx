import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { AddressLink } from '../../parts/record-links.tsx'
import { useZone } from '../../parts/use-now.ts'
import { dateText } from '../../rules/date-text.ts'
import type { ActivityLine } from './activity-lines.ts'

const Row = chakra('li', {
  base: {
    paddingBlock: 2,
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > a': { display: 'inline-block', overflowWrap: 'anywhere', paddingBlock: '2px' },
    '& > p': { fontSize: 'sm', color: 'fg.muted', display: 'flex', flexWrap: 'wrap', columnGap: 3 },
    '& > p > span': { fontVariantNumeric: 'tabular-nums' },
  },
})

/** One record of a card, with its link (DB-40). */
export function ActivityRow({ line }: { line: ActivityLine }) {
  const zone = useZone()
  return (
    <Row>
      <RecordLink line={line} />
      <p>
        <AddressLink id={line.addressId} combadd={line.combadd} />
        <span>{dateText(line.at, zone)}</span>
      </p>
    </Row>
  )
}

function RecordLink({ line: { id: number, text, type } }: { line: ActivityLine }) {
  const id = String(number)
  switch (type) {
    case 'inspection':
      return (
        <Link to="/inspection/$inspectionId" params={{ inspectionId: id }}>
          {text}
        </Link>
      )
    case 'license':
      return (
        <Link to="/license/$licenseId" params={{ licenseId: id }}>
          {text}
        </Link>
      )
    case 'violation':
      return (
        <Link to="/violation/$violationId" params={{ violationId: id }}>
          {text}
        </Link>
      )
    case 'permit':
      return (
        <Link to="/permit/$permitId" params={{ permitId: id }}>
          {text}
        </Link>
      )
    case 'complaint':
      return (
        <Link to="/complaint/$complaintId" params={{ complaintId: id }}>
          {text}
        </Link>
      )
  }
}

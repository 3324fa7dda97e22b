import { chakra } from '@chakra-ui/react/styled-system'
import { AddressLink } from '../../parts/record-links.tsx'
import { RecordTo } from '../../parts/record-to.tsx'
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
      <RecordTo kind={line.type} id={line.id}>
        {line.text}
      </RecordTo>
      <p>
        <AddressLink id={line.addressId} combadd={line.combadd} />
        <span>{dateText(line.at, zone)}</span>
      </p>
    </Row>
  )
}

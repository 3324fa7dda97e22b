import { chakra } from '@chakra-ui/react/styled-system'
import type { ChainHead } from '../../contract/evidence.ts'
import { Hash } from '../../parts/original-facts.tsx'
import { useZone } from '../../parts/use-now.ts'
import { logHeads } from '../../records/evidence.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { printPage } from '../../ui/print-page.ts'
import { saveCsv } from '../../ui/save-csv.ts'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { failureOf } from './failure.ts'

/** How many days are shown. */
const days = 31

const Days = chakra('table', {
  base: {
    width: '100%',
    fontSize: 'sm',
    '& th, & td': { padding: 2, textAlign: 'start', verticalAlign: 'top', borderBottom: 'var(--hairline) solid' },
    '& th, & td, & tr': { borderColor: 'border' },
  },
})

const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 3 } })

interface Head extends ChainHead {
  day: string
}

/** The last seal of each day. A seal stored outside the server later proves that nothing before it was changed. */
export function LogHeads() {
  const zone = useZone()
  const { value: heads, problem } = useValue<Head[]>(logHeads(days))
  if (!heads) return problem ? <ErrorLine message={failureOf(problem, 'Failed to load the seals')} /> : <Loading />
  if (heads.length === 0) return <Empty>Nothing was sealed in the last {String(days)} days.</Empty>
  return (
    <>
      <p>
        Each entry is sealed together with the one before it. Keep the seal of a day outside of this server, on paper or
        in an e-mail. The command <code>codesoft verify-log --against NUMBER:HASH</code> on the server shows later that
        nothing before it was changed.
      </p>
      <Days>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Last seal</th>
            <th scope="col">Number and hash</th>
          </tr>
        </thead>
        <tbody>
          {heads.map(({ day, n, hash, sealed_at }) => (
            <tr key={day}>
              <td>{dateText(day)}</td>
              <td>{dateTimeText(sealed_at, zone)}</td>
              <td>
                <Hash>
                  {n}:{hash}
                </Hash>
              </td>
            </tr>
          ))}
        </tbody>
      </Days>
      <Buttons className="not-printed">
        <Button icon="download" onClick={() => saveHeads(heads)}>
          Download CSV
        </Button>
        <Button icon="file" onClick={printPage}>
          Print
        </Button>
      </Buttons>
    </>
  )
}

const saveHeads = (heads: readonly Head[]): void =>
  saveCsv(
    'log-seals.csv',
    ['Day', 'Number', 'Hash', 'Sealed at'],
    heads.map((it) => [it.day, it.n, it.hash, it.sealed_at]),
  )

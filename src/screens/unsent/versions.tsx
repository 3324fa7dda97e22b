import { chakra } from '@chakra-ui/react/styled-system'
import type { OutboxEntry } from '../../db/outbox.ts'
import { useZone } from '../../parts/use-now.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { titleCase } from '../../rules/text.ts'
import { useLive } from '../../sync/react.ts'

const Table = chakra('table', {
  base: {
    width: '100%',
    maxWidth: '48rem',
    tableLayout: 'fixed',
    '& th, & td': {
      textAlign: 'start',
      verticalAlign: 'top',
      padding: '6px 12px 6px 0',
      borderTop: 'var(--hairline) solid var(--line)',
      overflowWrap: 'anywhere',
    },
    '& thead th': { color: 'fg.muted', fontSize: 'sm', fontWeight: 'medium', borderTop: 0 },
    '& td:nth-of-type(1)': { fontWeight: 'medium' },
  },
})

/** Two versions of a record side by side, field by field: mine and the office's. */
export function Versions({ entry }: { entry: OutboxEntry }) {
  const fields = entry.problem?.fields ?? []
  return (
    <Table>
      <caption className="unseen">Both versions</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Mine</th>
          <th scope="col">Theirs, at the office now</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((it) => (
          <tr key={it.name}>
            <th scope="row">{fieldName(it.name)}</th>
            <td>
              <Value name={it.name} value={it.mine} />
            </td>
            <td>
              <Value name={it.name} value={it.theirs} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const fieldName = (name: string) => titleCase(name.replace(/_(id|datetime)$/, ''))

function Value({ name, value }: { name: string; value: unknown }) {
  const zone = useZone()
  if (/_(user|inspector)_?id$|^inspector_id$|^user_id$/.test(name) && typeof value === 'number')
    return <PersonName id={value} />
  if (value === null || value === undefined || value === '') return <>(empty)</>
  if (name === 'scheduled_datetime') return <>{scheduleText(String(value), zone)}</>
  if (typeof value === 'boolean') return <>{value ? 'Yes' : 'No'}</>
  return <>{String(value)}</>
}

function PersonName({ id }: { id: number }) {
  const user = useLive((db) => db.rows('user').get(id), [id])
  return <>{user?.name ?? user?.email ?? `#${id}`}</>
}

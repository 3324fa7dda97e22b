import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { RecordType } from '../../contract/id.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { useZone } from '../../parts/use-now.ts'
import { commands } from '../../records/index.ts'
import { addressFieldName } from '../../rules/address-fields.ts'
import { citationBadge } from '../../rules/citation-status.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { plural, titleCase } from '../../rules/text.ts'
import { violationBadge } from '../../rules/violation-status.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useHeldRow } from '../../sync/react/hooks.ts'
import { choose, chosenByField } from '../../sync/reconcile/resolve-entry.ts'
import { Button } from '../../ui/button.tsx'

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
    '& label': { display: 'flex', alignItems: 'center', gap: 2, minHeight: 'tap' },
    '& td:nth-of-type(1)': { fontWeight: 'medium' },
  },
})

/** Two versions of a record side by side, field by field: mine and the office's. */
export function Versions({ entry }: { entry: OutboxEntry }) {
  const fields = entry.problem?.fields ?? []
  const byField = chosenByField(entry)
  const type = commands.get(entry.command)?.changes?.(entry.params).type
  const { device } = useEngine()
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const cell = (it: (typeof fields)[number], side: 'mine' | 'theirs') => {
    const value = <Value name={it.name} value={it[side]} type={type} />
    if (!byField) return value
    const isTheirs = side === 'theirs'
    return (
      <label>
        <input
          type="radio"
          name={`${entry.key} ${it.name}`}
          checked={theirs.includes(it.name) === isTheirs}
          onChange={() => setTheirs([...theirs.filter((name) => name !== it.name), ...(isTheirs ? [it.name] : [])])}
        />
        <span>{value}</span>
      </label>
    )
  }
  return (
    <>
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
              <td>{cell(it, 'mine')}</td>
              <td>{cell(it, 'theirs')}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {byField && (
        <Button kind="main" onClick={() => void choose(device, entry.key, theirs)}>
          Use what is chosen
        </Button>
      )}
    </>
  )
}

const fieldName = (name: string) => addressFieldName(name) ?? titleCase(name.replace(/_(id|datetime)$/, ''))

function Value({ name, value, type }: { name: string; value: unknown; type: RecordType | undefined }) {
  const zone = useZone()
  if (/_(user|inspector)_?id$|^inspector_id$|^user_id$/.test(name) && typeof value === 'number')
    return <PersonName id={value} />
  if (value === null || value === undefined || value === '') return <>(empty)</>
  if (name === 'scheduled_datetime') return <>{scheduleText(String(value), zone)}</>
  if (name === 'status' && typeof value === 'number')
    return <>{(type === 'citation' ? citationBadge : violationBadge)(value).text}</>
  if (name === 'extend') return <>{plural(Number(value), 'day')}</>
  if (typeof value === 'boolean') return <>{value ? 'Yes' : 'No'}</>
  return <>{String(value)}</>
}

function PersonName({ id }: { id: number }) {
  const user = useHeldRow('user', id)
  return <>{user?.name ?? user?.email ?? `#${id}`}</>
}

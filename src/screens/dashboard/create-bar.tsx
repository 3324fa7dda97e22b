import { chakra } from '@chakra-ui/react/styled-system'
import { lazy, Suspense, useState } from 'react'
import type { InspectionSource } from '../../contract/inspection.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { type Made, MadeLine } from './made-line.tsx'

// The forms come when one is opened: the first screen does not wait for them.
const InspectionForm = lazy(async () => ({ default: (await import('../../parts/inspection-form.tsx')).InspectionForm }))
const DashboardViolationForm = lazy(async () => ({
  default: (await import('./dashboard-violation-form.tsx')).DashboardViolationForm,
}))

/** The six forms (DB-03), under the name that each has in the address. */
const forms: readonly { key: string; text: string; source?: InspectionSource }[] = [
  { key: 'violation', text: 'New Violation' },
  { key: 'complaint', text: 'New Complaint', source: 'Complaint' },
  { key: 'multifamily', text: 'New Multifamily License', source: 'Multifamily License' },
  { key: 'single-family', text: 'New Single Family License', source: 'Single Family License' },
  { key: 'permit', text: 'New Building Permit', source: 'Building/Dumpster/POD permit' },
  { key: 'business', text: 'New Business License', source: 'Business License' },
]

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))',
    '& > button': { paddingInline: 3 },
    // In one line where there is room.
    '@media (min-width: 64rem)': {
      display: 'flex',
      flexWrap: 'wrap',
      '& > button': { whiteSpace: 'nowrap', fontSize: 'sm', flex: '1 1 auto' },
    },
  },
})

const Opened = chakra('div', {
  base: {
    padding: 4,
    marginTop: 3,
    maxWidth: '50rem',
    border: 'var(--hairline) solid var(--line-strong)',
    borderRadius: 'md',
    '@media (max-width: 40rem)': {
      marginInline: 'calc(-1 * var(--gutter))',
      paddingInline: 'var(--gutter)',
      borderInline: 0,
      borderRadius: 0,
    },
  },
})

/** The buttons that open a form each; opening one closes the others, and what was typed in those is kept (DB-05). */
export function CreateBar() {
  const [open, setOpen] = useUrlState('new')
  const [made, setMade] = useState<Made | null>(null)
  const form = forms.find((it) => it.key === open)
  const show = (key: string) => {
    setMade(null)
    setOpen(key === open ? '' : key)
  }
  const done = (record: Made) => {
    setMade(record)
    setOpen('')
  }
  return (
    <div className="not-printed">
      <Bar role="group" aria-label="Create">
        {forms.map(({ key, text }) => (
          <Button key={key} aria-expanded={key === open} onClick={() => show(key)}>
            {text}
          </Button>
        ))}
      </Bar>
      {form && (
        <Opened>
          <Suspense fallback={<Loading />}>
            {form.source ? (
              <InspectionForm
                key={form.key}
                source={form.source}
                onCreated={(id) => done({ type: 'inspection', id, source: form.source })}
              />
            ) : (
              <DashboardViolationForm onCreated={(id) => done({ type: 'violation', id })} />
            )}
          </Suspense>
        </Opened>
      )}
      {made && <MadeLine made={made} />}
    </div>
  )
}

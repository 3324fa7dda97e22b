import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { fetched } from '../../ui/fetched.tsx'
import { Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { type CreationForm, creationForms, formId, meetForm } from './creation-forms.ts'
import type { Made } from './made-line.tsx'

// The forms, and the line about what one has made, are loaded when they are needed: the first screen does not wait.
const MadeLine = fetched(async () => (await import('./made-line.tsx')).MadeLine)
const InspectionForm = fetched(
  async () => (await import('../../parts/inspection-form.tsx')).InspectionForm,
  <Loading />,
)
const DashboardViolationForm = fetched(
  async () => (await import('./dashboard-violation-form.tsx')).DashboardViolationForm,
  <Loading />,
)

/** The buttons of the six forms (DB-03), in their order. */
const texts: Record<CreationForm, string> = {
  violation: 'New Violation',
  complaint: 'New Complaint',
  multifamily: 'New Multifamily License',
  'single-family': 'New Single Family License',
  permit: 'New Building Permit',
  business: 'New Business License',
}

const isForm = (text: string): text is CreationForm => Object.hasOwn(texts, text)

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))',
    '& > button': { paddingInline: 3 },
    // In one line if there is room.
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

/** Which form is open, in the URL, and what was made with it last. */
export function useCreation() {
  const [open, setOpen] = useUrlState('new')
  const [made, setMade] = useState<Made | null>(null)
  return {
    form: isForm(open) ? open : null,
    made,
    show: (key: string) => {
      setMade(null)
      setOpen(key === open ? '' : key)
    },
    done: (record: Made) => {
      setMade(record)
      setOpen('')
    },
  }
}

type Creation = ReturnType<typeof useCreation>

/** The buttons that each open a form. Opening one closes the others, whose typed values are kept (DB-05). */
export const CreateBar = ({ form, show }: Creation) => (
  <Bar role="group" aria-label="Create" className="not-printed">
    {Object.entries(texts).map(([key, text]) => (
      <Button key={key} aria-expanded={key === form} onClick={() => show(key)}>
        {text}
      </Button>
    ))}
  </Bar>
)

interface NewFormProps extends Creation {
  /** Whether it takes the focus as it opens, because it is not below the button that opens it. */
  isAway: boolean
}

/** The open form, or the line about what was made with it. */
export function NewForm({ form, made, done, isAway }: NewFormProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isAway) return
    if (form) meetForm()
    else if (made) line.current?.scrollIntoView()
  }, [isAway, form, made])
  if (!form)
    return (
      made && (
        <div ref={line} className="not-printed">
          <MadeLine made={made} />
        </div>
      )
    )
  const source = creationForms[form]
  return (
    <Opened id={formId} role="group" aria-label={texts[form]} tabIndex={-1} className="not-printed">
      {source ? (
        <InspectionForm key={form} source={source} onCreated={(id) => done({ type: 'inspection', id, source })} />
      ) : (
        <DashboardViolationForm onCreated={(id) => done({ type: 'violation', id })} />
      )}
    </Opened>
  )
}

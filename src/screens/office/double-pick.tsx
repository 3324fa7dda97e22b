import { useState } from 'react'
import type { DoubleKind } from '../../contract/merge.ts'
import { AddressPicker } from '../../parts/pickers/address-picker.tsx'
import { BusinessPicker } from '../../parts/pickers/business-picker.tsx'
import { ContactPicker } from '../../parts/pickers/contact-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'

interface Chosen {
  id: number
}

/** Two records of one kind, each found by typing. */
export function PickPair({ kind, onPicked }: { kind: DoubleKind; onPicked: (first: number, second: number) => void }) {
  const [first, setFirst] = useState<Chosen | null>(null)
  const [second, setSecond] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    if (!first || !second) return setProblem('Choose both records')
    if (first.id === second.id) return setProblem('Choose two different records')
    if (first.id < 0 || second.id < 0) return setProblem('One of them has not been sent to the office yet')
    onPicked(first.id, second.id)
  }
  return (
    <Form
      aria-label="Choose two records"
      problem={problem}
      onSubmit={submit}
      actions={<Button type="submit">Compare</Button>}
    >
      <div className="half">
        <PickerOf kind={kind} label="First record" value={first} onChange={setFirst} />
      </div>
      <div className="half">
        <PickerOf kind={kind} label="Second record" value={second} onChange={setSecond} />
      </div>
    </Form>
  )
}

interface PickerProps {
  kind: DoubleKind
  label: string
  value: Chosen | null
  onChange: (chosen: Chosen | null) => void
}

function PickerOf({ kind, ...shared }: PickerProps) {
  // A picker returns an option that it was given, so the choice has this picker's type.
  const props = shared as never
  if (kind === 'contact') return <ContactPicker {...(props as Parameters<typeof ContactPicker>[0])} />
  if (kind === 'business') return <BusinessPicker {...(props as Parameters<typeof BusinessPicker>[0])} />
  return <AddressPicker {...(props as Parameters<typeof AddressPicker>[0])} />
}

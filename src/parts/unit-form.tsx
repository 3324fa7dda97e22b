import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { Id } from '../contract/id.ts'
import { NewUnit } from '../contract/unit.ts'
import { addUnit, unitsOfAddress } from '../records/unit.ts'
import { isSameUnitNumber, unitLabel, unitTakenText } from '../rules/unit-number.ts'
import { usePerform, useRows } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { KeptQuestion, useKeptForm } from './kept-form.tsx'
import { saved } from './use-save.ts'

const blank = { number: '' }

interface Props {
  addressId: Id
  /** The inspection in which the unit was found; an existing unit is opened in it. */
  inspectionId?: Id
  onAdded: (unitId: Id) => void
  /** Set in another form: uses the existing unit, instead of linking to it. */
  onTaken?: (unitId: Id) => void
}

/** Create Unit: one field (CF-31). If the address already has this number, the form says so with a link (C-25). */
export function UnitForm({ addressId, inspectionId, onAdded, onTaken }: Props) {
  const perform = usePerform()
  const { rows } = useRows(unitsOfAddress(addressId))
  const draft = `unit/address:${addressId}`
  const form = useForm({ resolver: zodResolver(NewUnit), defaultValues: blank })
  const kept = useKeptForm(form, { name: draft, blank })
  const typed = form.watch('number')
  const twin = rows?.find((it) => typed.trim() !== '' && isSameUnitNumber(it.number, typed))

  const save = form.handleSubmit(async ({ number }) => {
    if (twin) {
      form.setError('number', { message: unitTakenText }, { shouldFocus: true })
      return
    }
    const made = await saved(() => perform(addUnit, { addressId }, { number }, { form: draft }))
    if (made === null) return
    await kept.finish({ number: typed })
    onAdded(made)
  })

  if (kept.isAsking) return <KeptQuestion kept={kept} what="A new unit" words={form.getValues('number')} />
  return (
    <Form
      aria-label="Create Unit"
      onSubmit={save}
      actions={
        <Button type="submit" kind="main">
          Create Unit
        </Button>
      }
    >
      <TextField
        label="Unit Number/Letter"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        problem={form.formState.errors.number?.message}
        {...form.register('number')}
      />
      {twin && onTaken && (
        <Button onClick={() => void kept.drop().then(() => onTaken(twin.id))}>
          Use {unitLabel(twin.number, twin.id)}
        </Button>
      )}
      {twin && !onTaken && (
        <p>
          {inspectionId === undefined ? (
            <Link to="/address/$addressId/unit/$unitId" params={ids({ addressId, unitId: twin.id })}>
              Open {unitLabel(twin.number, twin.id)}
            </Link>
          ) : (
            <Link to="/inspections/$inspectionId/unit/$unitId" params={ids({ inspectionId, unitId: twin.id })}>
              Open {unitLabel(twin.number, twin.id)}
            </Link>
          )}
        </p>
      )}
    </Form>
  )
}

const ids = <Ids extends Record<string, number>>(given: Ids): { [Name in keyof Ids]: string } =>
  // Object.entries loses the names, but the values have the same ones.
  Object.fromEntries(Object.entries(given).map(([name, id]) => [name, String(id)])) as { [Name in keyof Ids]: string }

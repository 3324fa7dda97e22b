import { SelectField } from '../ui/fields.tsx'
import { chooseLook, looks, useLook } from './look.ts'

/** Chooses between light, dark, full sun, and as the device has it. */
export function LookSwitch() {
  const look = useLook()
  return (
    <SelectField
      label="Look"
      choices={looks}
      value={look}
      onChange={(event) => {
        const chosen = looks.find(([value]) => value === event.target.value)
        if (chosen) chooseLook(chosen[0])
      }}
    />
  )
}

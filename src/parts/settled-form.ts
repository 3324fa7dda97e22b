import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { PhotoIntake } from './photo-intake.tsx'

/**
 * Waits for the photos of a form whose values were just checked, and resolves to their ids. The fields stay open
 * meanwhile: null if a value was changed, so the form has to be checked again.
 */
export async function settledAsChecked<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues'>,
  intake: Pick<PhotoIntake, 'settled'>,
): Promise<string[] | null> {
  const isAsChecked = rememberedValues(form)
  const photos = await intake.settled()
  return isAsChecked() ? photos : null
}

/** Remembers the values of a form, whose fields stay open; the returned function tells whether they are still the same. */
export function rememberedValues<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues'>,
): () => boolean {
  const checked = JSON.stringify(form.getValues())
  return () => JSON.stringify(form.getValues()) === checked
}

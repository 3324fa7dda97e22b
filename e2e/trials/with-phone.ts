import { Phone } from '../phone.ts'
import { openTown, type TestTown } from '../town.ts'
import type { Measured, TrialOptions } from './trial.ts'

/** Carries a trial out in a town and on a phone of its own, and closes both whatever happens. */
export async function withPhone(
  options: TrialOptions,
  carryOut: (town: TestTown, phone: Phone, options: TrialOptions) => Promise<Measured>,
): Promise<Measured> {
  const town = await openTown({ distFolder: options.distFolder, profile: options.profile ?? 'keyed' })
  const phone = new Phone()
  try {
    return await carryOut(town, phone, options)
  } finally {
    await phone.discard()
    await town.close()
  }
}

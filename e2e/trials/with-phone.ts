import { Phone } from '../phone.ts'
import { openTown, type TestTown } from '../town.ts'
import type { Measured, TrialOptions } from './trial.ts'

/** Runs a trial with its own town and phone. Always closes both. */
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

import type { Directory, Person } from '../../db/directory.ts'
import { deviceChoices } from '../device/device-choices.ts'
import type { Departed } from './departure.ts'
import type { Leaving } from './session-end.ts'

/*
 * What the session needs of `departure.ts`, whose code is fetched when somebody leaves: no start waits for it.
 */

/**
 * Takes a person's data off this device after a sign-out; `delete` takes their unsent work too, as they confirmed. A
 * phone that the office clears may be in a stranger's hands: unsent work is sealed, whatever this device is set to.
 */
export async function clearAway(
  directory: Directory,
  person: Person,
  how: Exclude<Leaving, 'keep'>,
  progress: (sealed: number) => void,
): Promise<Departed> {
  const { deleteAll, depart } = await import('./departure.ts')
  if (how !== 'delete') return depart(directory, person, how === 'cleared' || deviceChoices().seals, progress)
  await deleteAll(directory, person)
  return 'nothing'
}

/** Completes sign-outs that a kill interrupted. */
export async function finishClearing(directory: Directory): Promise<void> {
  if (!(await directory.people.toArray()).some((it) => it.leaving)) return
  const { finishDepartures } = await import('./departure.ts')
  await finishDepartures(directory, deviceChoices().seals)
}

/** Takes old records of everybody off this device. `now`: the server's time. */
export async function clearOld(directory: Directory, now: number): Promise<void> {
  const { forgetOldOfAll } = await import('./departure.ts')
  await forgetOldOfAll(directory, now, deviceChoices().forgetAfterDays)
}

import { againIfAborted } from '../../db/again-if-aborted.ts'
import { everybody } from '../../db/aside.ts'
import type { Directory, Person } from '../../db/directory.ts'
import { deviceChoices } from '../device/device-choices.ts'
import type { Departed } from './departure.ts'
import type { Leaving } from './session-end.ts'

/* The session's access to `departure.ts`. That code is loaded when somebody signs out, so no start waits for it. */

/**
 * Deletes a person's data from this device after a sign-out. `delete` also deletes their unsent work, as they
 * confirmed. A phone cleared by the office may be in a stranger's hands, so its unsent work is sealed whatever the
 * device's settings are.
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

/** Completes sign-outs that were interrupted by a kill. */
export async function finishClearing(directory: Directory): Promise<void> {
  if (!(await everybody(directory)).some((it) => it.leaving)) return
  const { finishDepartures } = await import('./departure.ts')
  await finishDepartures(directory, deviceChoices().seals)
}

/** Completes a confirmed deletion before its person's database is opened again. */
export async function finishDeletion(directory: Directory, userId: number): Promise<void> {
  const person = await againIfAborted(() => directory.people.get(userId))
  if (person?.leaving !== 'delete') return
  const { deleteAll } = await import('./departure.ts')
  await deleteAll(directory, person)
}

let clearing: Promise<void> | null = null

/**
 * Deletes everybody's old records from this device. It takes long where there are many records, so nothing should wait
 * for it; a second call joins one that is running. `now`: the server's time, because this device's clock may be set.
 */
export function clearOld(directory: Directory, now: number): Promise<void> {
  clearing ??= import('./departure.ts')
    .then(({ forgetOldOfAll }) => forgetOldOfAll(directory, now, deviceChoices().forgetAfterDays))
    .finally(() => {
      clearing = null
    })
  return clearing
}

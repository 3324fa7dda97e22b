import { againIfAborted } from '../../db/again-if-aborted.ts'
import { dropPerson, isShared } from '../../db/aside.ts'
import type { Directory, Whose } from '../../db/directory.ts'

/** The person whose data was removed last. A page may still be at the address of a record of theirs. */
const lastGone = 'lastGone'

/** Removes a person from the directory. Runs in a transaction over `people` and `now`. */
export async function removePerson(directory: Pick<Directory, 'people' | 'now'>, whose: Whose): Promise<void> {
  await dropPerson(directory, whose)
  await directory.now.put({ name: lastGone, value: whose.userId })
}

/** Whether somebody else used this device, whether or not anything of them is left. */
export async function wasOthers(directory: Directory, userId: number): Promise<boolean> {
  const row = await againIfAborted(() => directory.now.get(lastGone))
  return (row !== undefined && row.value !== userId) || isShared(directory)
}

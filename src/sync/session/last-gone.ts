import { againIfAborted } from '../../db/again-if-aborted.ts'
import type { Directory } from '../../db/directory.ts'

/** The person whose data was removed last. A page may still be at the address of a record of theirs. */
const lastGone = 'lastGone'

/** Removes a person from the directory. Runs in a transaction over `people` and `now`. */
export async function removePerson({ people, now }: Pick<Directory, 'people' | 'now'>, userId: number): Promise<void> {
  await people.delete(userId)
  await now.put({ name: lastGone, value: userId })
}

/** Whether somebody else used this device, whether or not anything of them is left. */
export async function wasOthers(directory: Directory, userId: number): Promise<boolean> {
  const row = await againIfAborted(() => directory.now.get(lastGone))
  return (row !== undefined && row.value !== userId) || directory.isShared()
}

import { namesFrom, read, write } from './local-storage.ts'

/*
 * First frames: the last state of each screen as a tree of nodes, painted by the page's own small script before the app
 * runs (app/first-frame.js). They are copies of what the device's database holds, and follow the same rules: they belong
 * to one person of one town in one role, and go with the session.
 */

const hereName = 'codesoft-here'
const framePrefix = 'codesoft-frame'

/** Whose frames may be painted: a text that changes with town, person and role; null when nobody is signed in. */
export const frameOwner = (): string | null => read(hereName)

/** Says who is signed in. Frames of anybody else, or of the same person in another role, are removed. */
export function beHere({ townId, userId, role }: { townId: string; userId: number; role: number }): void {
  const owner = `${townId}/${userId}/${role}`
  if (frameOwner() === owner) return
  removeFrames()
  write(hereName, owner)
}

/** Nobody is signed in: nothing of the last person is painted from now on, by any tab. */
export function leaveHere(): void {
  write(hereName, null)
  removeFrames()
}

function removeFrames(): void {
  for (const name of frameNames()) write(name, null)
}

/** The names under which frames are kept. */
export const frameNames = (): string[] => namesFrom(framePrefix)

/** The name of the frame of an address ('/inspection/5?tab=units'); without one, of the shell around all screens. */
export const frameName = (address?: string): string => (address ? `${framePrefix}:${address}` : framePrefix)

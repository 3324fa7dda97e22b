import { namesFrom, read, write } from './local-storage.ts'

/*
 * First frames: the last state of each screen as a tree of nodes. The page's small script (app/first-frame.js) paints
 * it before the app runs. Frames are copies of data in the device's database and follow the same rules: they belong to
 * one person of one town in one role, and are deleted with the session.
 */

/** Where it stands who is signed in. Other tabs hear of its changes. */
export const hereName = 'codesoft-here'
const framePrefix = 'codesoft-frame'

/** Whose frames may be painted: a text that changes with town, person and role; null if nobody is signed in. */
export const frameOwner = (): string | null => read(hereName)

/** Records who is signed in. Frames of anybody else, or of the same person in another role, are deleted. */
export function beHere({ townId, userId, role }: { townId: string; userId: number; role: number }): void {
  const owner = `${townId}/${userId}/${role}`
  if (frameOwner() === owner) return
  removeFrames()
  write(hereName, owner)
}

/** Nobody is signed in: from now on no tab paints anything of the last person. */
export function leaveHere(): void {
  write(hereName, null)
  removeFrames()
}

function removeFrames(): void {
  for (const name of frameNames()) write(name, null)
}

/** The names of all stored frames. */
export const frameNames = (): string[] => namesFrom(framePrefix)

/**
 * The name of the frame of an address ('/inspection/5?tab=units'); without an address, of the shell around all
 * screens.
 */
export const frameName = (address?: string): string => (address ? `${framePrefix}:${address}` : framePrefix)

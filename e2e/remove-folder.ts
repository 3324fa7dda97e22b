import { rmSync } from 'node:fs'

/** Removes a profile: helpers of a browser that has ended may write for a moment longer. */
export async function removeFolder(folder: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (tries === 30) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

import type { DeviceDatabase } from '../../db/database.ts'
import { backgroundRegistration, replayTag } from './background-sync.ts'

/** Asks the platform to wake the background worker when there is signal. It is a hint, if the platform supports it. */
export async function hintBackground(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await backgroundRegistration()
    if (!registration?.active || !('sync' in registration)) return
    // The Background Sync API is missing from the standard library's types.
    const { sync } = registration as unknown as { sync: { register(tag: string): Promise<void> } }
    await sync.register(replayTag)
  } catch (error) {
    // The user or the platform forbids it. The page's own runner works without it.
    if (!(error instanceof DOMException)) throw error
  }
}

/** Asks the platform once, after the first save, never to clear this device's work by itself. The answer is stored. */
export async function askPersistence(db: DeviceDatabase): Promise<void> {
  // WebKit on some systems has no storage manager.
  if (!navigator.storage?.persist || (await db.fact<boolean | null>('persisted', null)) !== null) return
  await db.setFact('persisted', await navigator.storage.persist())
}

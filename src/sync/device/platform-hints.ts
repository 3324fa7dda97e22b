import type { DeviceDatabase } from '../../db/database.ts'
import { backgroundRegistration, replayTag } from './background-sync.ts'

/** Asks the platform to wake the background worker when there is signal; a hint, where it exists at all. */
export async function hintBackground(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await backgroundRegistration()
    if (!registration?.active || !('sync' in registration)) return
    // The Background Sync API is not in the standard library's types.
    const { sync } = registration as unknown as { sync: { register(tag: string): Promise<void> } }
    await sync.register(replayTag)
  } catch (error) {
    // The user or the platform forbids it; the page's own runner does not need it.
    if (!(error instanceof DOMException)) throw error
  }
}

/** Asks once, after the first save, that the platform never clears this device's work by itself; keeps the answer. */
export async function askPersistence(db: DeviceDatabase): Promise<void> {
  // WebKit on some systems has no storage manager.
  if (!navigator.storage?.persist || (await db.fact<boolean | null>('persisted', null)) !== null) return
  await db.setFact('persisted', await navigator.storage.persist())
}

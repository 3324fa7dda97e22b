import { useSyncExternalStore } from 'react'
import { recall, remember } from '../sync/device/local-storage.ts'

/** Chromium's offer to install is missing from the compiler's library. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

const setOffer = (next: InstallOffer | null) => {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the platform's offer until we use it. */
export const startInstallOffer = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // The event with this name is the offer.
    setOffer(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => setOffer(null))
}

/** Asks the user with the platform's own dialog. An offer can be used once. */
export const install = async (): Promise<void> => {
  const used = offer
  setOffer(null)
  await used?.prompt()
}

const wasInstallDeclined = (): boolean => recall('install') === 'declined'
export const declineInstall = (): void => {
  remember('install', 'declined')
  for (const listener of listeners) listener()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the platform offers to install, and whether our own offer was declined before. */
export const useInstall = (): { isOffered: boolean; wasDeclined: boolean } => {
  const isOffered = useSyncExternalStore(watch, () => offer !== null)
  const wasDeclined = useSyncExternalStore(watch, wasInstallDeclined)
  return { isOffered, wasDeclined }
}

import type { TownMapFile } from '../../contract/town-map.ts'
import { downloadFailureText } from '../../parts/download-failure.ts'
import type { Device } from '../../sync/device/device.ts'
import { keepTownMap, offeredTownMap } from '../../sync/online/town-map-file.ts'
import { sharedValue } from '../../ui/shared-value.ts'

/** The download of the town's map by this page; it continues while the user opens other screens. */
export interface MapDownload {
  /** Bytes; null if no download runs. */
  fetching: { arrived: number; bytes: number } | null
  /** Why the last one failed; empty if it did not. */
  problem: string
  /** How many downloads have ended, so that the stored map is read again. */
  ended: number
}

const state = sharedValue<MapDownload>({ fetching: null, problem: '', ended: 0 })

export const useMapDownload = (): MapDownload => state.useValue()

/** Downloads the town's map and keeps it on this device, unless a download runs already. */
export async function downloadMap(device: Device, offer: TownMapFile): Promise<void> {
  if (state.get().fetching) return
  const become = (next: Partial<MapDownload>) => state.set({ ...state.get(), ...next })
  become({ fetching: { arrived: 0, bytes: offer.bytes }, problem: '' })
  try {
    // The URL in the first offer may have expired.
    const fresh = (await offeredTownMap(device)) ?? offer
    await keepTownMap(device, fresh, (arrived) => become({ fetching: { arrived, bytes: fresh.bytes } }))
  } catch (error) {
    become({ problem: await downloadFailureText(device.db, error, 'This device has no room for it') })
  } finally {
    become({ fetching: null, ended: state.get().ended + 1 })
  }
}

import { isFull } from '../../db/storage-error.ts'
import { forgetShownPhotos } from './photo-caches.ts'

/**
 * Runs a write of this device's directory. On a full device it is done once more without the pictures that were only
 * shown: who cannot sign in cannot send what fills the device.
 */
export const withDirectoryRoom = async <Result>(write: () => Promise<Result>): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    if (!isFull(error)) throw error
    await forgetShownPhotos()
    return write()
  }
}

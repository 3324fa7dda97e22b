import { isFull } from '../../db/storage-error.ts'
import { forgetShownPhotos } from './forget-photos.ts'

/**
 * Runs a write of this device's directory. On a full device, cached pictures are deleted and it is repeated once:
 * without a sign-in, the work that fills the device cannot be sent.
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

import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartFailure } from '../store/failure.ts'
import { createDiskStore } from './disk-store.ts'
import { type FileStore, FileStoreDown } from './file-store.ts'
import { createS3Store } from './s3-store.ts'

/**
 * The place of this town's files: its object store, which is tested first, else its data folder. Throws a
 * StartFailure.
 */
export const openFileStore = async ({ s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>): Promise<FileStore> => {
  if (!s3) return createDiskStore(join(dataFolder, 'files'))
  const store = createS3Store(s3)
  try {
    await store.tryOut()
  } catch (error) {
    if (!(error instanceof FileStoreDown)) throw error
    throw new StartFailure(
      `Files cannot be stored: ${error.message}. Look at S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  }
  return store
}

import type { Context } from 'hono'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Services, SessionUser } from './endpoint.ts'
import { FairQueue } from './fair-queue.ts'
import { type StoredFile, storeFiles } from './files/stored-file.ts'
import { isKept } from './idempotency.ts'
import type { Faults } from './profile.ts'
import { assertMayUpload, type FilesUnderWay } from './quota.ts'
import { type ParsedRequest, readRequest, receiveRequest } from './request.ts'
import type { Undo } from './undo.ts'

/** Bytes of bodies with files that are parsed in memory at once. Further bodies wait on the disk for their turn. */
const uploads = new FairQueue({
  room: 64 * 1024 * 1024,
  // One person whose pictures take long to judge must not hold all of it.
  roomEach: 32 * 1024 * 1024,
  mostWaiting: 400,
  mostWaitingEach: 60,
})

interface Arrived {
  undo: Undo
  user: SessionUser
  key: string | null
  now: Date
  underWay: FilesUnderWay
}

/**
 * Reads and checks a request. Its files are stored before any transaction opens; when the request is refused here, they
 * are removed again.
 */
export const acceptRequest = async (
  c: Context,
  endpoint: Endpoint,
  services: Pick<Services, 'db' | 'store' | 'config' | 'log'> & { faults: Faults },
  { undo, user, key, now, underWay }: Arrived,
): Promise<{ read: Omit<ParsedRequest, 'files'>; files: StoredFile[] }> => {
  const { dataFolder } = services.config
  // The queues are of the process, which may serve several towns.
  const who = `${dataFolder} ${user.id}`
  const body = await receiveRequest(c, endpoint, { dataFolder, who })
  try {
    if (endpoint.files === '') return { read: await readRequest(c, endpoint, body, services.faults), files: [] }
    const gone = c.req.raw.signal
    return await uploads.run({ who, weight: body.length, gone }, async () => {
      const { files, ...read } = await readRequest(c, endpoint, body, services.faults)
      // A retried call gets the stored answer. Its files were stored by the first attempt.
      if (files.length === 0 || (await isKept(services.db, user.id, key))) return { read, files: [] }
      const others = underWay.begin(who, files.length)
      await assertMayUpload(services.db, { userId: user.id, now, config: services.config }, files.length + others)
      const storing = { ...services, who, gone, onRollback: (step: () => Promise<void>) => undo.add(step) }
      return { read, files: await storeFiles(storing, files) }
    })
  } catch (error) {
    await undo.all(services.log)
    throw error
  } finally {
    await body.drop()
  }
}

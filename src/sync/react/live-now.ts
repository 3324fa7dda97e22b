import type { DeviceDatabase } from '../../db/database.ts'
import { useLive } from './live.ts'

/** As `useLive`, but undefined while something else is read: the result is never that of other `deps`. */
export const useLiveNow = <Result>(
  read: (db: DeviceDatabase) => Promise<Result>,
  deps: unknown[],
): Result | undefined => useLive(read, deps, undefined, true)

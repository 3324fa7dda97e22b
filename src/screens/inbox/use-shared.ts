import { useEffect } from 'react'
import { takeSharedIn } from '../../parts/take-shared.ts'
import { useEngine } from '../../sync/react/engine.ts'

/** Takes in what was shared since this person signed in. A banner asks whose the earlier pictures are. */
export function useShared(): void {
  const { device, directory } = useEngine()
  useEffect(() => {
    const take = async () => takeSharedIn(device.db, { from: await directory.since() })
    void take()
  }, [device.db, directory])
}

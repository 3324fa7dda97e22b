import { memo } from 'react'
import { flushSync } from 'react-dom'
import { DeviceDatabase } from '../../../src/db/database.ts'
import { beginStart, endStart } from '../../../src/sync/device/start.ts'
import { SessionContext } from '../../../src/sync/react/engine.ts'
import { useLive } from '../../../src/sync/react/live.ts'
import type { Session } from '../../../src/sync/session/session.ts'

/** What a test sees and does of a live read. */
interface LiveReads {
  renders: number
  reads: number
  goLive(): void
  put(at: number): Promise<unknown>
}

const db = new DeviceDatabase('stage')
const put = (at: number) => db.packs.put({ name: 'rooms', ready: true, at, problem: null })
const seen: LiveReads = { renders: 0, reads: 0, goLive: endStart, put }
Object.assign(window, { liveRead: seen })

const presence = { state: 'in', engine: { device: { db } } }
// A live read needs nothing else of a session.
const session = { subscribe: () => () => undefined, snapshot: () => presence } as unknown as Session

/** The app starts on a device that holds one row. */
export async function startLiveRead(): Promise<void> {
  await put(1)
  beginStart(flushSync)
}

async function readPacks(it: DeviceDatabase) {
  const packs = await it.packs.toArray()
  seen.reads += 1
  return packs
}

const Read = memo(function Read() {
  const packs = useLive(readPacks, [])
  seen.renders += 1
  return <output aria-label="Prepared">{packs ? packs.map((it) => it.at).join() : 'Reading'}</output>
})

export const LiveRead = () => (
  <SessionContext value={session}>
    <Read />
  </SessionContext>
)

import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { DeviceDatabase, databaseName } from '../../src/db/database.ts'
import type { Device, Locks } from '../../src/sync/device/device.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import type { Person } from './office.ts'
import { type Signal, signal } from './signal.ts'

/** A phone with its own storage, a clock that the test sets, and a connection to a server. */
export interface TestDevice extends Device {
  signal: Signal
  clock: { now: number; pass(ms: number): void }
  storage: IDBFactory
  /** Sends until nothing more may be sent. */
  drain(tapped?: boolean): Promise<void>
  /** Ends the process: committed data stays, everything in memory is lost. */
  restart(): Promise<TestDevice>
  session: { token: string | null }
}

interface Options {
  storage?: IDBFactory
  clock?: TestDevice['clock']
  signal?: Signal
  session?: { token: string | null }
  locks?: Locks
  doubtWaitMs?: number
}

/** A signed-in phone of a person, talking to the office over its real port. */
export async function testDevice(
  office: { url: string },
  person: Pick<Person, 'id' | 'token'>,
  options: Options = {},
): Promise<TestDevice> {
  const storage = options.storage ?? new IDBFactory()
  Dexie.dependencies.indexedDB = storage
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const db = new DeviceDatabase(databaseName('town', person.id))
  await db.open()
  const clock = options.clock ?? newClock()
  const line = options.signal ?? signal()
  const session = options.session ?? { token: person.token }
  const locks = options.locks ?? memoryLocks()
  const device: TestDevice = {
    db,
    userId: person.id,
    base: `${office.url}/api`,
    fetch: async (request) => inTime(await line.fetch(request), clock),
    now: () => clock.now,
    random: () => 0.5,
    locks,
    token: async () => session.token,
    tokenRefused: async (token) => {
      if (session.token === token) session.token = null
    },
    doubtWaitMs: options.doubtWaitMs ?? 120_000,
    inFlight: 6,
    keyed: null,
    upstream: null,
    batches: true,
    wake: () => undefined,
    progress: new Map(),
    signal: line,
    clock,
    storage,
    session,
    async drain(tapped = true) {
      await runUnderLease(device, tapped)
    },
    async restart() {
      db.close()
      return testDevice(office, person, { storage, clock, signal: line, session, doubtWaitMs: device.doubtWaitMs })
    },
  }
  return device
}

/** The server uses the phone's clock, so that waits in tests take no time. */
function inTime(answer: Response, clock: TestDevice['clock']): Response {
  const get = answer.headers.get.bind(answer.headers)
  answer.headers.get = (name) => (name.toLowerCase() === 'date' ? new Date(clock.now).toUTCString() : get(name))
  return answer
}

const newClock = () => {
  const clock = {
    now: Date.now(),
    pass(ms: number) {
      clock.now += ms
    },
  }
  return clock
}

/** Node has no lock manager; this one behaves like a browser's within one process. */
export function memoryLocks(): Locks {
  const held = new Set<string>()
  const lines = new Map<string, (() => void)[]>()
  const turn = (name: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const line = lines.get(name) ?? []
      lines.set(name, line)
      line.push(resolve)
      signal?.addEventListener('abort', () => {
        line.splice(line.indexOf(resolve) >>> 0, 1)
        reject(new DOMException('Left the line', 'AbortError'))
      })
    })
  return {
    async request(name, { ifAvailable, steal, signal }, body) {
      if (held.has(name) && ifAvailable && !steal) return body(null)
      if (held.has(name) && !steal) await turn(name, signal)
      held.add(name)
      try {
        return await body({ name })
      } finally {
        const next = lines.get(name)?.shift()
        if (next) next()
        else held.delete(name)
      }
    },
  }
}

import { busyRefusal } from './fair-queue.ts'

/** The most bytes of request bodies on the disk at once, in one place so that tests can lower them. */
export const diskLimits = {
  bytes: 2 * 1024 * 1024 * 1024,
  /** Of one person, so that one cannot take all of it. */
  bytesEach: 512 * 1024 * 1024,
}

/** Bytes of bodies on the disk that are arriving or wait for their turn, by person. */
const held = new Map<string, number>()

/** One body's share of the disk. */
interface DiskShare {
  /** Counts bytes that are about to be written. Throws `Refused` 503 if they are too many. */
  take(bytes: number): void
  /** The body is off the disk. */
  giveBack(): void
}

/** A share for a new body of this person. */
export const diskShareOf = (who: string): DiskShare => {
  let own = 0
  const count = (bytes: number) => {
    own += bytes
    const left = (held.get(who) ?? 0) + bytes
    if (left > 0) held.set(who, left)
    else held.delete(who)
  }
  return {
    take(bytes) {
      const all = [...held.values()].reduce((sum, it) => sum + it, 0)
      if (all + bytes > diskLimits.bytes || (held.get(who) ?? 0) + bytes > diskLimits.bytesEach) throw busyRefusal()
      count(bytes)
    },
    giveBack: () => count(-own),
  }
}

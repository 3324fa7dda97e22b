import { and, eq, gt, ne } from 'drizzle-orm'
import type { Config } from './config.ts'
import { Refused } from './errors.ts'
import { attachments, type Db, deviceHeartbeats, type Tx } from './store/core-tables.ts'

/** The person, and the time of the request. */
interface Sender {
  userId: number
  now: Date
  config: Pick<Config, 'perDay'>
}

const RETRY_SECONDS = 3600

/** The files of calls under way in this process, by person (of one town). */
const filesOf = new Map<string, number>()

/** The files of one call, from the check of the limit to the end of its transaction: until then they have no rows. */
export class FilesUnderWay {
  private who = ''
  private files = 0

  /** Counts them, and says how many of the person's were under way before. */
  begin(who: string, files: number): number {
    const others = filesOf.get(who) ?? 0
    this.who = who
    this.files = files
    filesOf.set(who, others + files)
    return others
  }

  end() {
    const left = (filesOf.get(this.who) ?? 0) - this.files
    if (left > 0) filesOf.set(this.who, left)
    else filesOf.delete(this.who)
  }
}

/**
 * Throws 429 when a person has uploaded more files within 24 hours than real work needs. The device keeps its work and
 * retries. `files` include those of the person's other calls under way.
 */
export const assertMayUpload = async (db: Db, { userId, now, config }: Sender, files: number): Promise<void> => {
  const sent = await db.$count(
    attachments,
    and(eq(attachments.user_id, userId), gt(attachments.created_at, dayBefore(now))),
  )
  const { uploads } = config.perDay
  if (sent + files > uploads) throw tooMuch(`You have sent ${sent} files within a day; at most ${uploads} are taken.`)
}

/** Throws 429 when one person reports from too many devices: a person has a few, a script invents thousands. */
export const assertMayReport = async (db: Tx, { userId, now, config }: Sender, device: string): Promise<void> => {
  const { user_id, device: name, received_at } = deviceHeartbeats
  const others = await db.$count(
    deviceHeartbeats,
    and(eq(user_id, userId), ne(name, device), gt(received_at, dayBefore(now))),
  )
  const { devices } = config.perDay
  if (others >= devices) throw tooMuch(`You have used ${others} devices within a day; at most ${devices} are taken.`)
}

const dayBefore = (now: Date) => new Date(now.getTime() - 24 * 3_600_000)

const tooMuch = (detail: string) => new Refused(429, detail, { 'Retry-After': String(RETRY_SECONDS) })

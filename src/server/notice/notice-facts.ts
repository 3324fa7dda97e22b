import { eq } from 'drizzle-orm'
import { type Notice, noticeOf } from '../../rules/notice.ts'
import type { CallContext } from '../endpoint.ts'
import { found } from '../errors.ts'
import { readBareViolation } from '../reading/violation.ts'
import { addresses, users } from '../store/town-tables.ts'
import { townSealOf } from '../town-seal.ts'

/** Reads the content of a notice. 404 when there is no such violation. */
export const readNotice = async (
  ask: Pick<CallContext, 'tx' | 'now' | 'config'>,
  violationId: number,
): Promise<Notice> => {
  const { tx, now, config } = ask
  const violation = await readBareViolation({ tx }, violationId)
  const [place] = await tx.select().from(addresses).where(eq(addresses.id, violation.address_id))
  const [inspector] = violation.user_id ? await tx.select().from(users).where(eq(users.id, violation.user_id)) : []
  const stamp = (moment: Date | null) => moment?.toISOString()
  return noticeOf(
    {
      violation: {
        ...violation,
        deadline_date: stamp(violation.deadline_date),
        observed_at: stamp(violation.observed_at),
        created_at: stamp(violation.created_at),
      },
      address: found(place, 'Address'),
      inspector: inspector ?? null,
    },
    {
      townName: config.townName,
      letterhead: config.letterhead,
      noticeText: config.noticeText,
      seal: (await townSealOf(config))?.letter ?? null,
      zone: config.townZone,
      now,
    },
  )
}

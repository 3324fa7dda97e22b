import { and, eq, sql } from 'drizzle-orm'
import type { Role } from '../../contract/user.ts'
import { Refused } from '../errors.ts'
import { isAdminLeft } from '../last-admin.ts'
import { auditLog, type Db, identities, type Tx } from '../store/core-tables.ts'
import { users } from '../store/town-tables.ts'
import type { Claims } from './provider.ts'
import type { SingleSignOn } from './settings.ts'

/**
 * Finds the account of a person: by issuer and subject, which are never reassigned; at the first sign-in by the
 * verified email address. Throws `Refused` with the reason in words.
 */
export const personOf = (db: Db, claims: Claims, settings: SingleSignOn, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const role = roleOf(claims, settings)
    const linked = await linkedUser(tx, claims, settings)
    const user = linked ?? (await firstTime(tx, claims, settings, { role, now }))
    if (!user.active) throw new Refused(403, 'Account is inactive. Contact an administrator.')
    if (role !== null && role !== user.role) {
      await tx.update(users).set({ role, updated_at: now }).where(eq(users.id, user.id))
      if (user.role === 3 && !(await isAdminLeft(tx)))
        throw new Refused(
          409,
          `You are the last Admin of this town, and ${settings.label} gives you another role. Another Admin must be named first.`,
        )
      await note(tx, user.id, now, { role })
    }
    return user.id
  })

/** The highest role in the claim; null when roles come from our own table of users. */
const roleOf = ({ roles }: Claims, { roleClaim, roles: known, label }: SingleSignOn): Role | null => {
  if (roleClaim === null) return null
  const [highest] = roles
    .map((name) => known[name])
    .filter((role) => role !== undefined)
    .sort((a, b) => b - a)
  if (highest === undefined)
    throw new Refused(403, `Your account at ${label} has no role in this town. Ask an administrator for one.`)
  return highest
}

const linkedUser = async (tx: Tx, { subject }: Claims, { issuer }: SingleSignOn) => {
  const [row] = await tx
    .select({ id: users.id, role: users.role, active: users.active })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(and(eq(identities.issuer, issuer.href), eq(identities.subject, subject)))
  return row
}

const firstTime = async (
  tx: Tx,
  claims: Claims,
  { issuer, label, createsUsers }: SingleSignOn,
  { role, now }: { role: Role | null; now: Date },
) => {
  const { subject, email, name } = claims
  if (email === null)
    throw new Refused(
      403,
      `${label} told no verified email address of yours, by which you could be known here. Ask an administrator.`,
    )
  const [known] = await tx
    .select({ id: users.id, role: users.role, active: users.active })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .for('update')
  if (!known && !createsUsers)
    throw new Refused(403, `Nobody with the address ${email} is known here. Ask an administrator to add you.`)
  const user = known ?? (await made(tx, { email, name, role: role ?? 0, now }))
  const others = and(eq(identities.issuer, issuer.href), eq(identities.user_id, user.id))
  if ((await tx.$count(identities, others)) > 0)
    throw new Refused(
      403,
      `The account ${email} belongs to somebody else at ${label}, who had this address before. If it was yours, ask an administrator to remove that link (command "user unlink EMAIL").`,
    )
  await tx.insert(identities).values({ issuer: issuer.href, subject, user_id: user.id, created_at: now })
  await note(tx, user.id, now, { issuer: issuer.href })
  return user
}

const made = async (tx: Tx, { now, ...fields }: { email: string; name: string | null; role: Role; now: Date }) => {
  const [user] = await tx
    .insert(users)
    .values({ ...fields, created_at: now, updated_at: now })
    .returning({ id: users.id, role: users.role, active: users.active })
  if (!user) throw new Error('No user was made')
  return user
}

const note = (tx: Tx, userId: number, now: Date, body: Record<string, unknown>) =>
  tx.insert(auditLog).values({
    user_id: userId,
    call: 'single sign-on',
    path: '',
    received_at: now,
    status: 200,
    record_type: 'user',
    record_id: userId,
    body,
  })

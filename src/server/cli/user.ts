import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { NewPassword } from '../../contract/user.ts'
import { hashPassword } from '../auth.ts'
import type { Config } from '../config.ts'
import { makeSignInCode } from '../known-devices.ts'
import { isAdminLeft } from '../last-admin.ts'
import { removePasskeysOf } from '../passkeys.ts'
import { type PasswordOwner, passwordProblem } from '../password-rule.ts'
import { endSessionsOf } from '../sessions.ts'
import { mayHavePassword } from '../sign-in-method.ts'
import { auditLog, type Db, identities, singleSignOns, type Tx } from '../store/core-tables.ts'
import { StartFailure } from '../store/failure.ts'
import { users } from '../store/town-tables.ts'
import { forgetAttemptsOn } from '../throttle.ts'
import { runCommand } from './run-command.ts'
import { isSetupCode } from './set-up-town.ts'

const USAGE = `Usage: npm run user -- list
       npm run user -- add EMAIL --role guest|ons|oas|admin [--name NAME] [--phone PHONE] [--code SETUP-CODE]
       npm run user -- password|disable|enable|code|unlink EMAIL

add and password make a password and print it once; with --password-stdin they read it instead. Where passwords are
switched off, add makes none. Every sign-in of a disabled user, or of one with a new password, ends at once. code
prints a code with which somebody whose account is under attack signs in on a new device, beside the password, within
half an hour. unlink is for an account that was made anew at the provider of single sign-on: the next account there
with this address is linked, and all sign-ins end.`

const roles = ['guest', 'ons', 'oas', 'admin']
const ADMIN = 3

const { values, positionals } = readArguments()
const [action = '', email = ''] = positionals

interface Asked {
  db: Db
  config: Config
}

const actions: Record<string, (asked: Asked) => Promise<void>> = {
  list: ({ db }) => list(db),
  add,
  password: renewPassword,
  disable: ({ db }) => setActive(db, false),
  enable: ({ db }) => setActive(db, true),
  code: makeCode,
  unlink: ({ db }) => unlink(db),
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        role: { type: 'string' },
        name: { type: 'string' },
        phone: { type: 'string' },
        code: { type: 'string' },
        'password-stdin': { type: 'boolean' },
      },
    })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(1)
  }
}

async function list(db: Db) {
  for (const { id, email: address, name, role, active } of await db.select().from(users).orderBy(asc(users.id)))
    console.log([id, (roles[role] ?? '').padEnd(5), address, name ?? '', active ? '' : '(disabled)'].join('\t'))
}

async function add({ db, config }: Asked) {
  const role = roles.indexOf(values.role?.toLowerCase() ?? '')
  if (role < 0) throw new StartFailure(`Which role? --role ${roles.join('|')}`)
  if (!z.email().safeParse(email).success) throw new StartFailure(`"${email}" is no email address.`)
  const [anyone] = await db.select({ id: users.id }).from(users).limit(1)
  if (!anyone && role !== ADMIN) throw new StartFailure('The first user must be an Admin: --role admin')
  if (!anyone && !(await isSetupCode(db, values.code ?? '')))
    throw new StartFailure('The first Admin is made with the code that the start of the server printed: --code CODE')
  if (await find(db)) throw new StartFailure(`There is a user ${email} already.`)
  const { name = null, phone = null } = values
  if (values['password-stdin']) assertPasswordOpens(email, config)
  const { password, password_hash } = await choosePassword(config, { email, name })
  await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({ email, role, name, phone, password_hash })
      .returning({ id: users.id })
    await note(tx, made?.id)
  })
  if (mayHavePassword(email, config)) tellPassword(password)
  else console.log(`${email} is added, and signs in with ${config.singleSignOn?.label ?? 'the work account'}.`)
}

async function renewPassword({ db, config }: Asked) {
  const user = await mustFind(db)
  // A password that opens nothing must not end sessions and passkeys.
  assertPasswordOpens(user.email, config)
  const { password, password_hash } = await choosePassword(config, user)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ password_hash }).where(eq(users.id, user.id))
    await endSessions(tx, user.id)
    await forgetAttemptsOn(tx, user)
    await removePasskeysOf(tx, user.id)
    await note(tx, user.id)
  })
  tellPassword(password)
}

async function setActive(db: Db, active: boolean) {
  const user = await mustFind(db)
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ active })
      .where(eq(users.id, user.id))
      .returning({ role: users.role })
    // A town without an active Admin gets one by this command, so nothing else may need one.
    if (!active && changed?.role === ADMIN && !(await isAdminLeft(tx)))
      throw new StartFailure(`${email} is the last Admin. Make another one first.`)
    if (!active) await endSessions(tx, user.id)
    await note(tx, user.id)
  })
  console.log(`${user.email} is ${active ? 'enabled' : 'disabled'}.`)
}

async function makeCode({ db, config }: Asked) {
  const user = await mustFind(db)
  assertPasswordOpens(user.email, config)
  const { code } = await db.transaction(async (tx) => {
    await note(tx, user.id)
    return makeSignInCode(tx, user.id, new Date())
  })
  console.log(`Sign-in code of ${user.email}, for half an hour: ${code}`)
}

async function unlink(db: Db) {
  const user = await mustFind(db)
  await db.transaction(async (tx) => {
    await tx.delete(identities).where(eq(identities.user_id, user.id))
    // Sign-ins of the old account that have come back from the provider and are not sessions yet.
    await tx.delete(singleSignOns).where(eq(singleSignOns.user_id, user.id))
    await endSessions(tx, user.id)
    await note(tx, user.id)
  })
  console.log(`${user.email} is linked to no account of single sign-on now.`)
}

async function find(db: Db) {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return user
}

async function mustFind(db: Db) {
  const user = await find(db)
  if (!user) throw new StartFailure(`There is no user ${email}.`)
  return user
}

async function choosePassword(config: Config, bearer: PasswordOwner) {
  const given = values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  const problem = given === undefined ? null : givenProblem(given, bearer)
  if (problem) throw new StartFailure(problem)
  const password = given ?? randomBytes(12).toString('base64url')
  return { password: given === undefined ? password : undefined, password_hash: await hashPassword(password, config) }
}

/** Also for a sign-in code, because it is entered beside the password. */
function assertPasswordOpens(address: string, config: Config) {
  if (!mayHavePassword(address, config))
    throw new StartFailure(
      `Passwords are switched off here (PASSWORDS_ONLY_FOR). One of ${address} would open nothing.`,
    )
}

/** The same limits as in the app: sign-in refuses any other length. */
const givenProblem = (given: string, bearer: PasswordOwner) =>
  NewPassword.safeParse(given).error?.issues[0]?.message ?? passwordProblem(given, bearer)

function tellPassword(password: string | undefined) {
  console.log(password === undefined ? `The password of ${email} is set.` : `Password of ${email}: ${password}`)
}

const endSessions = (tx: Tx, userId: number) => endSessionsOf(tx, userId, { now: new Date() })

const note = (tx: Tx, userId: number | undefined) =>
  tx.insert(auditLog).values({
    call: `command line: user ${action}`,
    path: '',
    received_at: new Date(),
    status: 200,
    record_type: 'user',
    record_id: userId ?? null,
  })

await runCommand(async (open) => {
  const act = actions[action]
  if (!act || (action !== 'list' && email === '')) throw new StartFailure(USAGE)
  const { store, config } = await open()
  await act({ db: store.db, config })
})

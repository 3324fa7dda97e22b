import * as z from 'zod/mini'
import { codeHeader, session as sessionCalls } from '../../contract/session.ts'
import { User } from '../../contract/user.ts'
import type { Directory, Person } from '../../db/directory.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { read, thisDevice, write } from '../device/local-storage.ts'
import { askTown } from '../online/town.ts'
import { askJson } from '../transport/ask.ts'
import { forgetToken, tokenEnd } from '../transport/token.ts'

/** Where the specification keeps the token (SE-02); the directory holds a copy for the service worker. */
const tokenName = 'codesoft-token'

/** How a sign-in ended. */
export type SignInResult =
  | { kind: 'signedIn'; person: Person }
  | { kind: 'wrong' }
  | { kind: 'noSignal' }
  /** No signal, and the password does not open what this person sealed on this device. */
  | { kind: 'wrongForSealed' }
  /** The server's words on why it refused and how to get in: too many wrong passwords, or single sign-on only. */
  | { kind: 'told'; words: string; takesCode: boolean }
  | { kind: 'failed'; detail: string }

/** What is typed to sign in. */
export interface Typed {
  email: string
  password: string
  /** From an administrator, for an account under attack. */
  code?: string
}

/** Where and how to ask. */
export interface Ask {
  base: string
  townId: string
  fetch(request: Request): Promise<Response>
}

/** A way to sign in: with a password, a passkey, by coming back from single sign-on. */
export type Way = (directory: Directory, ask: Ask) => Promise<SignInResult>

/** Every way to sign in asks the town first, whose id names the person's database. */
export async function askingTown(directory: Directory, way: Way): Promise<SignInResult> {
  const ask = (request: Request) => fetch(request)
  const town = await askTown(directory, ask, location.origin)
  if (!town) return { kind: 'noSignal' }
  return way(directory, { base: `${location.origin}/api`, townId: town.townId, fetch: ask })
}

/** Signs in with email and password, fetches the profile, and makes the person the one at this device (SE-02, SE-03). */
export async function signIn(directory: Directory, ask: Ask, { email, password, code }: Typed): Promise<SignInResult> {
  const body = new URLSearchParams({ username: email.trim(), password })
  return entered(directory, ask, sessionCalls.signIn.path, { body, headers: code ? { [codeHeader]: code } : {} })
}

/** Asks for a part of a sign-in: the answer, or how the sign-in has ended by it. */
export async function askFor(at: Ask, request: Request): Promise<{ kind: 'answer'; json: unknown } | SignInResult> {
  const asked = await askJson(at.fetch, request, askTimeoutMs)
  if (!asked) return { kind: 'noSignal' }
  const { answer, json } = asked
  if (answer.status === 401) return { kind: 'wrong' }
  if (answer.status === 429 || answer.status === 409)
    return { kind: 'told', words: wordsIn(json), takesCode: answer.headers.has(codeHeader) }
  return answer.ok ? { kind: 'answer', json } : { kind: 'failed', detail: wordsIn(json) }
}

/** The same for every way in: the token, the profile, and the person is the one at this device. */
export async function entered(
  directory: Directory,
  ask: Ask,
  path: string,
  { headers, body = null }: { headers?: Record<string, string>; body?: BodyInit | null } = {},
): Promise<SignInResult> {
  const named = { 'Device-Id': thisDevice(), ...headers }
  const asked = await askFor(ask, new Request(ask.base + path, { method: 'POST', headers: named, body }))
  if (asked.kind !== 'answer') return asked
  const token = z.safeParse(sessionCalls.signIn.reply, asked.json)
  if (!token.success) return { kind: 'failed', detail: '' }
  const { access_token } = token.data
  const profile = await profileOf(ask, access_token)
  if (profile.kind !== 'profile')
    return profile.kind === 'noSignal' ? { kind: 'noSignal' } : { kind: 'failed', detail: '' }
  const person: Person = {
    userId: profile.user.id,
    townId: ask.townId,
    profile: profile.user,
    token: access_token,
    tokenEndsAt: profile.endsAt ?? tokenEnd(access_token),
  }
  await rememberPerson(directory, person)
  return { kind: 'signedIn', person }
}

/** Stores who is at this device. */
export async function rememberPerson(directory: Directory, person: Person): Promise<void> {
  await inTransaction(directory, 'rw', [directory.people, directory.now], async (directory) => {
    await directory.people.put(person)
    await directory.now.put({ name: 'current', value: person.userId })
  })
  keepToken(person.token)
}

/** The profile behind a token; a server without an answer is no refusal (C-01). */
export async function profileOf(
  at: Pick<Ask, 'base' | 'fetch'>,
  token: string,
): Promise<
  | { kind: 'profile'; user: User; endsAt: number | null; serverNow: number | null }
  | { kind: 'noSignal' }
  | { kind: 'refused' }
  | { kind: 'unknown' }
> {
  const request = new Request(`${at.base}${sessionCalls.profile.path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const asked = await askJson(at.fetch, request, askTimeoutMs)
  if (!asked) return { kind: 'noSignal' }
  const { answer, json } = asked
  if (answer.status === 401 || answer.status === 403) return { kind: 'refused' }
  const user = z.safeParse(User, json)
  // Ours names the session's end on every answer; it moves on with use.
  const endsAt = momentIn(answer, 'Session-Expires-At')
  return answer.ok && user.success
    ? { kind: 'profile', user: user.data, endsAt, serverNow: momentIn(answer, 'Date') }
    : { kind: 'unknown' }
}

function momentIn({ headers }: Response, name: string): number | null {
  const moment = Date.parse(headers.get(name) ?? '')
  return Number.isNaN(moment) ? null : moment
}

/**
 * Ends the session of the person at this device, at once and without asking anybody; their unsent work stays (SE-06,
 * G-05). `leaving`: the rest is taken off this device next, or, after a kill, when the app is started again. Answers the
 * token, which the server should still be told of.
 */
export async function signOut(directory: Directory, leaving = false): Promise<string | null> {
  const person = await directory.current()
  await inTransaction(directory, 'rw', [directory.people, directory.now], async (directory) => {
    const mark = leaving ? { leaving: true as const } : {}
    if (person) await directory.people.update(person.userId, { token: null, tokenEndsAt: null, ...mark })
    await directory.now.delete('current')
  })
  keepToken(null)
  return person?.token ?? null
}

/** Ends the session at the server too. Without an answer it ends there by its own time. */
export async function tellSignedOut(at: Pick<Ask, 'base' | 'fetch'>, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  await askJson(
    at.fetch,
    new Request(`${at.base}${sessionCalls.signOut.path}`, { method: 'POST', headers }),
    askTimeoutMs,
  )
}

/** The directory's token goes back to where the specification keeps it (SE-02): a browser that was killed may not have written it. */
export function keepTokenOf(person: Person): void {
  keepToken(person.token)
}

/** A server refused the token: it goes from both places, the person stays at the device and works on (SE-05). */
export async function dropToken(directory: Directory, userId: number, token: string): Promise<void> {
  await forgetToken(directory, userId, token)
  if (read(tokenName) === token) keepToken(null)
}

const keepToken = (token: string | null): void => write(tokenName, token)

/** Calls back when another tab of this browser signs somebody in or out. */
export function onSignedElsewhere(told: () => void): void {
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === tokenName) told()
  })
}

/** The time limit (ms): a person waits for the answer. */
const askTimeoutMs = 20_000

const wordsIn = (json: unknown): string => {
  const detail: unknown = Reflect.get(Object(json), 'detail')
  return typeof detail === 'string' ? detail : ''
}

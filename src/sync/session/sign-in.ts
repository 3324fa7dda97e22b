import * as z from 'zod/mini'
import { codeHeader, session as sessionCalls } from '../../contract/session.ts'
import { User } from '../../contract/user.ts'
import type { Directory, Person } from '../../db/directory.ts'
import { unlessFull } from '../../db/storage-error.ts'
import { withRoom } from '../capture/reserve.ts'
import type { Device } from '../device/device.ts'
import { withDirectoryRoom } from '../device/directory-room.ts'
import { thisDevice } from '../device/local-storage.ts'
import { askTown } from '../online/ask-town.ts'
import { askJson } from '../transport/ask.ts'
import { tokenEnd } from '../transport/token.ts'
import { takeEarlyAnswer } from './early-sign-in.ts'
import { rememberPerson } from './person-here.ts'

/** The result of a sign-in. */
export type SignInResult =
  | { kind: 'signedIn'; person: Person }
  | { kind: 'wrong' }
  | { kind: 'noSignal' }
  /** No signal, and the password does not open what this person sealed on this device. */
  | { kind: 'wrongForSealed' }
  /** The server's message why it refused: too many wrong passwords, an inactive account, or single sign-on only. */
  | { kind: 'told'; words: string; takesCode: boolean }
  | { kind: 'failed'; detail: string }
  /** This device has no room to store who signs in. */
  | { kind: 'noRoom' }

/** What a person types to sign in. */
export interface Typed {
  email: string
  password: string
  /** From an administrator, for an account under attack. */
  code?: string
}

/** The server, the town, and the function that sends requests. */
export interface Ask {
  base: string
  townId: string
  fetch(request: Request): Promise<Response>
}

/** A way to sign in: with a password, a passkey, or by coming back from single sign-on. */
export type Way = (directory: Directory, ask: Ask) => Promise<SignInResult>

/** Every sign-in first asks for the town, whose id is part of the database's name. */
export async function askingTown(directory: Directory, way: Way): Promise<SignInResult> {
  const ask = (request: Request) => fetch(request)
  return unlessFull(async () => {
    const town = await askTown(directory, ask, location.origin)
    if (!town) return { kind: 'noSignal' }
    return way(directory, { base: `${location.origin}/api`, townId: town.townId, fetch: ask })
  })
}

/** The person has signed in again: what waited for it is sent, also from a full device. */
export const sendAgain = (device: Device): Promise<void> => withRoom(device.db, () => device.db.setFact('paused', null))

/**
 * Signs in with email and password, fetches the profile, and makes the person the current one at this device (SE-02,
 * SE-03).
 */
export async function signIn(directory: Directory, ask: Ask, { email, password, code }: Typed): Promise<SignInResult> {
  const body = new URLSearchParams({ username: email.trim(), password })
  const early = code ? null : takeEarlyAnswer(email.trim(), password)
  const path = sessionCalls.signIn.path
  // A request that the page has already sent is not sent again.
  const asked: Ask = early
    ? { ...ask, fetch: (request) => (request.url === ask.base + path ? early : ask.fetch(request)) }
    : ask
  return entered(directory, asked, path, { body, headers: code ? { [codeHeader]: code } : {} })
}

/** Sends one request of a sign-in. Returns the answer, or the result if it ended the sign-in. */
export async function askFor(at: Ask, request: Request): Promise<{ kind: 'answer'; json: unknown } | SignInResult> {
  const asked = await askJson(at.fetch, request, askTimeoutMs)
  if (!asked) return { kind: 'noSignal' }
  const { answer, json } = asked
  if (answer.status === 401) return { kind: 'wrong' }
  if ([403, 409, 429].includes(answer.status))
    return { kind: 'told', words: wordsIn(json), takesCode: answer.headers.has(codeHeader) }
  return answer.ok ? { kind: 'answer', json } : { kind: 'failed', detail: wordsIn(json) }
}

/** The same for every way to sign in: stores the token, fetches the profile, and makes the person the current one. */
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
  await withDirectoryRoom(() => rememberPerson(directory, person))
  return { kind: 'signedIn', person }
}

/** The profile of a token's owner. No answer is not a refusal (C-01). */
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
  // Our server sends the session's end with every answer; use extends it.
  const endsAt = momentIn(answer, 'Session-Expires-At')
  return answer.ok && user.success
    ? { kind: 'profile', user: user.data, endsAt, serverNow: momentIn(answer, 'Date') }
    : { kind: 'unknown' }
}

function momentIn({ headers }: Response, name: string): number | null {
  const moment = Date.parse(headers.get(name) ?? '')
  return Number.isNaN(moment) ? null : moment
}

/** Ends the session at the server too. If there is no answer, it expires there by itself. */
export async function tellSignedOut(at: Pick<Ask, 'base' | 'fetch'>, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  await askJson(
    at.fetch,
    new Request(`${at.base}${sessionCalls.signOut.path}`, { method: 'POST', headers }),
    askTimeoutMs,
  )
}

/** The time limit (ms): a person is waiting for the answer. */
const askTimeoutMs = 20_000

const wordsIn = (json: unknown): string => {
  const detail: unknown = Reflect.get(Object(json), 'detail')
  return typeof detail === 'string' ? detail : ''
}

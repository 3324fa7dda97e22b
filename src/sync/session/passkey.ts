import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type Passkey, passkeys } from '../../contract/passkey.ts'
import type { Directory } from '../../db/directory.ts'
import { type Device, newKey } from '../device/device.ts'
import { problemOf, problemText } from '../transport/problem.ts'
import { send } from '../transport/send.ts'
import { type Ask, askFor, entered, type SignInResult } from './sign-in.ts'

/** The person's own passkeys, or a message why they could not be read. */
export type PasskeysAnswer =
  | { kind: 'list'; list: Passkey[] }
  | { kind: 'failed'; words: string }
  /** The server asks for the current password first, or the given one was wrong. */
  | { kind: 'passwordAsked'; words: string }

export const listPasskeys = (device: Device): Promise<PasskeysAnswer> => listBy(device, passkeys.list)

export const removePasskey = (device: Device, id: number): Promise<PasskeysAnswer> =>
  listBy(device, passkeys.remove, { id })

/**
 * Asks the browser to make a passkey, which asks for finger, face or PIN, and registers it at the server. The server
 * wants the current password if the sign-in was a while ago.
 */
export async function addPasskey(device: Device, name: string, password: string): Promise<PasskeysAnswer> {
  const begun = await ask(device, passkeys.beginAdding, password ? { current_password: password } : {})
  if (begun.kind !== 'reply') return begun
  const options = passkeys.beginAdding.reply.parse(begun.reply).options
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The options were made by the server half of the same library.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const made = await answered(() => startRegistration({ optionsJSON }))
  if ('error' in made) return { kind: 'failed', words: wordsOf(made.error, 'No passkey was made.') }
  return listBy(device, passkeys.add, { name, answer: made.answer })
}

/** Signs in with any passkey of this device. No password is known then. */
export async function signInWithPasskey(directory: Directory, at: Ask): Promise<SignInResult> {
  const begun = await askFor(at, new Request(`${at.base}${passkeys.beginSignIn.path}`, { method: 'POST' }))
  if (begun.kind !== 'answer') return begun
  const options = z.safeParse(passkeys.beginSignIn.reply, begun.json)
  if (!options.success) return { kind: 'failed', detail: '' }
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options.data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const used = await answered(() => startAuthentication({ optionsJSON }))
  if ('error' in used) return { kind: 'told', words: wordsOf(used.error, 'No passkey was used.'), takesCode: false }
  const body = JSON.stringify({ answer: used.answer })
  const headers = { 'Content-Type': 'application/json' }
  return entered(directory, at, passkeys.signIn.path, { headers, body })
}

/** What the browser answers, or the error with which it refuses. */
const answered = <Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer } | { error: unknown }> =>
  ask().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )

/** Browsers report a cancelled or missing passkey with some error names, and a fault of the device with any other. */
const wordsOf = (error: unknown, nothing: string): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey for you here already.'
  return ['NotAllowedError', 'AbortError', 'NotSupportedError', 'SecurityError', 'ConstraintError'].includes(name)
    ? `${nothing} It was cancelled, took too long, or this device has none for this town.`
    : `${nothing} This device could not do it. Try again, or sign in another way.`
}

const listBy = async (device: Device, endpoint: Endpoint, body?: unknown): Promise<PasskeysAnswer> => {
  const asked = await ask(device, endpoint, body)
  if (asked.kind !== 'reply') return asked
  return { kind: 'list', list: passkeys.list.reply.parse(asked.reply) }
}

/** A refusal whose first field is the current password. */
const AboutPassword = z.object({
  detail: z.tuple([z.object({ loc: z.tuple([z.literal('body'), z.literal('current_password')]), msg: z.string() })]),
})

/** These calls are neither queued nor stored on the device. */
const ask = async (
  device: Device,
  { method, path, encoding }: Endpoint,
  body?: unknown,
): Promise<{ kind: 'reply'; reply: unknown } | Exclude<PasskeysAnswer, { kind: 'list' }>> => {
  const text = encoding === 'json' ? { text: JSON.stringify(body) } : {}
  const outcome = await send(device, { method, url: path, encoding, ...text }, newKey())
  const problem = problemOf(outcome)
  const refusal = z.safeParse(AboutPassword, outcome.kind === 'reply' ? outcome.body : null)
  if (problem && refusal.success) return { kind: 'passwordAsked', words: refusal.data.detail[0].msg }
  if (problem) return { kind: 'failed', words: problemText(problem) }
  return { kind: 'reply', reply: outcome.kind === 'reply' ? outcome.body : null }
}

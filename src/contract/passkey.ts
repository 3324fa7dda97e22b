import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { Token } from './session.ts'
import { anyRemark, filledLine, Moment } from './text.ts'

/** A passkey in a person's list. Only the browser and the server know its keys. */
export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Moment,
  last_used_at: z.nullable(Moment),
})
export type Passkey = z.infer<typeof Passkey>

/** The browser's options for a passkey and its answer: WebAuthn objects, checked by the libraries. */
const WebAuthn = z.record(z.string(), z.unknown())

const Options = z.object({ options: WebAuthn })

/** How many passkeys one person may have. */
export const passkeyLimit = 20

/** How long after the sign-in a passkey is added without the password (ms). */
export const freshSessionMs = 15 * 60_000

/** The current password, which the server asks for once the sign-in was longer ago (`freshSessionMs`). */
const PasskeyAdding = z.object({ current_password: z.optional(anyRemark) })

/**
 * Our extensions: passkeys as a second way to sign in. Each use begins with a challenge that is valid for some
 * minutes.
 */
export const passkeys = {
  beginAdding: post('X22', '/user/passkeys/begin', z.optional(PasskeyAdding), Options, { repeat: 'set' }),
  add: post(
    'X23',
    '/user/passkeys',
    z.object({ name: filledLine('Enter a name for this passkey'), answer: WebAuthn }),
    z.array(Passkey),
    { repeat: 'unique' },
  ),
  list: get('X24', '/user/passkeys', z.array(Passkey)),
  remove: post('X25', '/user/passkeys/remove', z.object({ id: z.int() }), z.array(Passkey), { repeat: 'set' }),
  beginSignIn: post('X26', '/sign-in/passkey/begin', z.optional(z.object({})), Options, { repeat: 'set' }),
  signIn: post('X27', '/sign-in/passkey', z.object({ answer: WebAuthn }), Token, { repeat: 'set' }),
}

import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { Token } from './session.ts'
import { filledLine, Moment } from './text.ts'

/** A passkey of a person, as its list shows it; its key pair is the browser's and the server's business. */
export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Moment,
  last_used_at: z.nullable(Moment),
})
export type Passkey = z.infer<typeof Passkey>

/** What the browser needs to ask for a passkey, and what it answers: the forms of WebAuthn, checked by its libraries. */
const WebAuthn = z.record(z.string(), z.unknown())

const Options = z.object({ options: WebAuthn })

/** How many passkeys one person may have. */
export const passkeyLimit = 20

/** Extensions of ours: passkeys as a second way in. Each use begins with a challenge that holds for some minutes. */
export const passkeys = {
  beginAdding: post('X22', '/user/passkeys/begin', z.optional(z.object({})), Options, { repeat: 'set' }),
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

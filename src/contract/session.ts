import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { anyRemark, MessageReply, Moment, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'
import { User } from './user.ts'

/** What the sign-in form sends; the username is the email address (SE-01). */
const SignIn = z.object({
  username: z.string().check(z.trim(), z.minLength(1, 'Email is required'), upTo(textLimits.line)),
  password: anyRemark.check(z.minLength(1, 'Password is required')),
})

/** The answer to a sign-in: the bearer token of the session, and when it ends where the server says so. */
export const Token = z.object({
  access_token: z.string().check(z.minLength(1)),
  token_type: z.string(),
  expires_at: z.optional(Moment),
})
export type Token = z.infer<typeof Token>

/** How people may sign in beside the documented way; only a server of ours tells. */
export const SignInMethods = z.object({
  /** A password alone is not the only way past a guarded account: administrators make codes for it. */
  codes: z.boolean(),
  /** What the button for single sign-on is called after "Sign in with"; null where there is none. */
  singleSignOn: z.nullable(z.string()),
  passkeys: z.boolean(),
  /** Passwords are switched off, but for one account that is kept for bad days. */
  passwordsAreOff: z.boolean(),
})
export type SignInMethods = z.infer<typeof SignInMethods>

/** A request to sign in carries the code from an administrator in it; an answer with it says that one is taken. */
export const codeHeader = 'Sign-In-Code'

export const session = {
  signIn: post('B1', '/login', SignIn, Token, { encoding: 'form' }),
  profile: get('B2', '/user', User),
  /** Ends the session on the server; the device forgets its token whatever is answered. */
  signOut: post('X1', '/logout', z.optional(z.object({})), MessageReply, { repeat: 'set' }),
  /** Ours: the session of somebody who has just come back from single sign-on in this browser. */
  signInSingle: post('X21', '/sign-in/single', z.optional(z.object({})), Token, { repeat: 'set' }),
}

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

/** The answer to a sign-in: the session's bearer token, and when it ends if the server says so. */
export const Token = z.object({
  access_token: z.string().check(z.minLength(1)),
  token_type: z.string(),
  expires_at: z.optional(Moment),
})
export type Token = z.infer<typeof Token>

/** Ways to sign in other than the documented one; only our server reports them. */
export const SignInMethods = z.object({
  /** Administrators can make codes for an account that is locked against wrong passwords. */
  codes: z.boolean(),
  /** The provider's name on the button "Sign in with"; null if there is none. */
  singleSignOn: z.nullable(z.string()),
  passkeys: z.boolean(),
  /** Passwords are off, except for one emergency account. */
  passwordsAreOff: z.boolean(),
})
export type SignInMethods = z.infer<typeof SignInMethods>

/** A sign-in request has the administrator's code in this header; an answer with it means that a code is accepted. */
export const codeHeader = 'Sign-In-Code'

export const session = {
  signIn: post('B1', '/login', SignIn, Token, { encoding: 'form' }),
  profile: get('B2', '/user', User),
  /** Ends the session on the server; the device forgets its token whatever the answer is. */
  signOut: post('X1', '/logout', z.optional(z.object({})), MessageReply, { repeat: 'set' }),
  /** Our extension: the session after coming back from single sign-on in this browser. */
  signInSingle: post('X21', '/sign-in/single', z.optional(z.object({})), Token, { repeat: 'set' }),
}

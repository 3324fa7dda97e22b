import * as z from 'zod/mini'
import { get, post, put } from './endpoint.ts'
import { pageParams } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { anyLine, anyRemark, MessageReply, Moment, stamps, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'

/** Roles by number: 0 Guest, 1 ONS, 2 OAS, 3 Admin (SH-07). */
export const Role = z.literal([0, 1, 2, 3])
export type Role = z.infer<typeof Role>

/** A person as other records name them: author, assignee, inspector. */
export const UserChip = z.object({
  id: idOf('user'),
  email: z.nullish(z.string()),
  name: z.nullish(z.string()),
  phone: z.nullish(z.string()),
})
export type UserChip = z.infer<typeof UserChip>

/** Someone who can sign in (EN-01). */
export const User = z.object({
  id: idOf('user'),
  email: z.string(),
  name: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  role: Role,
  active: z.nullish(z.boolean()),
  ...stamps,
})
export type User = z.infer<typeof User>

/** The whole user, as saving sends it (US-05); fields that are no setting, such as the stamps, fall away. */
export const UserFields = z.object({
  email: z.string().check(z.trim(), z.email('Enter a valid email address'), upTo(textLimits.line)),
  name: z.nullish(anyLine),
  phone: z.nullish(anyLine),
  role: Role,
  active: z.optional(z.boolean()),
})
export type UserFields = z.infer<typeof UserFields>

/** Shorter passwords are guessed too soon; longer ones are nobody's, and hashing them would cost. */
export const passwordLength = { least: 10, most: 1024 }

/** A password that somebody chooses, exactly as it is typed. */
export const NewPassword = z
  .string()
  .check(
    z.minLength(passwordLength.least, `A password has at least ${passwordLength.least} characters.`),
    z.maxLength(passwordLength.most, `A password has at most ${passwordLength.most} characters.`),
  )

/** One's own new password, with the one that holds now. */
export const PasswordChange = z.object({
  current_password: anyRemark.check(z.minLength(1, 'Enter your current password')),
  new_password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** For one sign-in on a new device, beside the password; shown once. */
export const SignInCode = z.object({ code: z.string(), expires_at: Moment })
export type SignInCode = z.infer<typeof SignInCode>

export const users = {
  /** The inspectors: role 1, active. */
  ons: get('B39', '/users/ons/', z.array(User)),
  list: get('B40', '/users/', z.array(User), z.object(pageParams)),
  one: get('B41', '/users/:userId', User),
  /** An extension of ours: a new user, who cannot sign in before an Admin has given them a password. */
  add: post('X10', '/users/', UserFields, User, { repeat: 'unique' }),
  save: put('B42', '/users/:userId', UserFields, User),
  /** An extension of ours: one's own password. One's other sessions end. */
  changePassword: post('X6', '/user/password', PasswordChange, MessageReply, { repeat: 'set' }),
  /** An extension of ours: an Admin gives somebody else a new password. All of that user's sessions end. */
  setPassword: post('X7', '/users/:userId/password', z.object({ new_password: NewPassword }), MessageReply, {
    repeat: 'set',
  }),
  /** An extension of ours: a code with which somebody whose account is under attack signs in on a new device. */
  makeSignInCode: post('X20', '/users/:userId/sign-in-code', z.optional(z.object({})), SignInCode, { repeat: 'set' }),
}

import * as z from 'zod/mini'
import { get, post, put } from './endpoint.ts'
import { pageParams } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { nullAs } from './null-as.ts'
import { anyLine, anyRemark, MessageReply, Moment, stamps, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'

/** Roles by number: 0 Guest, 1 ONS, 2 OAS, 3 Admin (SH-07). */
export const Role = z.literal([0, 1, 2, 3])
export type Role = z.infer<typeof Role>

/** A person inside other records: author, assignee, inspector. */
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
  role: nullAs(Role, 0),
  active: z.nullish(z.boolean()),
  ...stamps,
})
export type User = z.infer<typeof User>

/** The whole user, as saving sends it (US-05); fields that are no setting, such as the stamps, are dropped. */
export const UserFields = z.object({
  email: z.string().check(z.trim(), z.email('Enter a valid email address'), upTo(textLimits.line)),
  name: z.nullish(anyLine),
  phone: z.nullish(anyLine),
  role: Role,
  active: z.optional(z.boolean()),
})
export type UserFields = z.infer<typeof UserFields>

/** Shorter passwords are guessed too easily; nobody uses longer ones, and hashing them would be costly. */
export const passwordLength = { least: 10, most: 1024 }

/** A new password, exactly as typed. */
export const NewPassword = z
  .string()
  .check(
    z.minLength(passwordLength.least, `A password has at least ${passwordLength.least} characters.`),
    z.maxLength(passwordLength.most, `A password has at most ${passwordLength.most} characters.`),
  )

/** The person's new password, with the current one. */
export const PasswordChange = z.object({
  current_password: anyRemark.check(z.minLength(1, 'Enter your current password')),
  new_password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** For one sign-in on a new device, together with the password; shown once. */
export const SignInCode = z.object({ code: z.string(), expires_at: Moment })
export type SignInCode = z.infer<typeof SignInCode>

export const users = {
  /** The inspectors: role 1, active. */
  ons: get('B39', '/users/ons/', z.array(User)),
  list: get('B40', '/users/', z.array(User), z.object(pageParams)),
  one: get('B41', '/users/:userId', User),
  /** Our extension: a new user, who cannot sign in until an Admin has set a password. */
  add: post('X10', '/users/', UserFields, User, { repeat: 'unique' }),
  save: put('B42', '/users/:userId', UserFields, User),
  /** Our extension: changes the person's own password and ends their other sessions. */
  changePassword: post('X6', '/user/password', PasswordChange, MessageReply, { repeat: 'set' }),
  /** Our extension: an Admin sets somebody else's password. All of that user's sessions end. */
  setPassword: post('X7', '/users/:userId/password', z.object({ new_password: NewPassword }), MessageReply, {
    repeat: 'set',
  }),
  /** Our extension: a code with which a user whose account is under attack can sign in on a new device. */
  makeSignInCode: post('X20', '/users/:userId/sign-in-code', z.optional(z.object({})), SignInCode, { repeat: 'set' }),
}

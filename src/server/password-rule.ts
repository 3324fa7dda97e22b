import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '../contract/user.ts'

/** Who the password is for. */
export interface PasswordOwner {
  email: string
  name: string | null
}

/** The 49,000 most common leaked passwords; only those of ten characters and more could be chosen here. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= passwordLength.least),
)

/** Characters that must remain when the person's own name and address are removed. */
const OWN_REST = 5

/** Why this password is refused, as a sentence; null when it is accepted. The contract checks its length. */
export const passwordProblem = (password: string, bearer: PasswordOwner): string | null => {
  const plain = password.toLowerCase()
  if (isCommon(plain)) return 'This password is among the commonest ones, which are tried first. Choose another.'
  if (new Set(plain).size < 4) return 'This password repeats a few characters. Choose another.'
  if (restWithout(plain, bearer).length < OWN_REST)
    return 'This password is hardly more than the name or the address it belongs to. Choose another.'
  return null
}

/** Guesses also add digits and signs before or after a common password. */
const isCommon = (plain: string) => {
  const core = plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  return common.has(plain) || common.has(core)
}

const restWithout = (plain: string, { email, name }: PasswordOwner): string => {
  const address = email.toLowerCase()
  const own = [address, ...address.split(/[@.\-_+]/), ...(name ?? '').toLowerCase().split(/\s+/)]
  // The longest first: the whole address before its parts.
  const parts = own.filter((part) => part.length >= 3).sort((a, b) => b.length - a.length)
  return parts.reduce((rest, part) => rest.replaceAll(part, ''), plain).replace(/[\s\W_]/g, '')
}

import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '../contract/user.ts'

/** Who the password is for. */
export interface PasswordOwner {
  email: string
  name: string | null
}

/** The 49,000 commonest passwords of leaked lists; those of ten characters and more are the ones that could be chosen here. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= passwordLength.least),
)

/** So many characters besides one's own name and address make a password of its own. */
const OWN_REST = 5

/** Why somebody may not choose this password, as a sentence; null where they may. Its length is the contract's to check. */
export const passwordProblem = (password: string, bearer: PasswordOwner): string | null => {
  const plain = password.toLowerCase()
  if (isCommon(plain)) return 'This password is among the commonest ones, which are tried first. Choose another.'
  if (new Set(plain).size < 4) return 'This password repeats a few characters. Choose another.'
  if (restWithout(plain, bearer).length < OWN_REST)
    return 'This password is hardly more than the name or the address it belongs to. Choose another.'
  return null
}

/** Digits and signs put before or behind a common password are tried too. */
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

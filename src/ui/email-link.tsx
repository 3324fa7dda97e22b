import { emailLink } from '../rules/email.ts'
import { Breakable } from './breakable.tsx'

/** A mail link, which breaks before its @ if the line is too short and not within a word; `none` for a blank email. */
export function EmailLink({ email, none = null }: { email: string | null | undefined; none?: string | null }) {
  const text = email?.trim() ?? ''
  const href = emailLink(text)
  if (!href) return <>{none}</>
  return (
    <a href={href}>
      <Breakable text={text} />
    </a>
  )
}

import { emailLink } from '../rules/email.ts'

/** A mail link, which breaks before its @ if the line is too short and not within a word; `none` for a blank email. */
export function EmailLink({ email, none = null }: { email: string | null | undefined; none?: string | null }) {
  const text = email?.trim() ?? ''
  const href = emailLink(text)
  if (!href) return <>{none}</>
  const at = text.lastIndexOf('@')
  return (
    <a href={href}>
      {text.slice(0, Math.max(at, 0))}
      <wbr />
      {text.slice(Math.max(at, 0))}
    </a>
  )
}

import { emailLink } from '../rules/email.ts'

/** A mail link, which breaks before its @ if the line is too short and not within a word; `none` for a blank email. */
export function EmailLink({ email, none = null }: { email: string | null | undefined; none?: string | null }) {
  const text = email?.trim() ?? ''
  const href = emailLink(text)
  if (!href) return <>{none}</>
  return (
    <a href={href}>
      <BrokenBeforeAt text={text} />
    </a>
  )
}

/** A text that may be an email: if the line is too short, it breaks before the @ and not within a word. */
export function BrokenBeforeAt({ text }: { text: string }) {
  const at = Math.max(text.lastIndexOf('@'), 0)
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

import { Fragment } from 'react'

/** A text that breaks before an @ or after a slash if the line is too short, and not within a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=@)|(?<=\/)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

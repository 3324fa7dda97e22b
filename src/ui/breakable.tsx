import { Fragment } from 'react'

/**
 * A text that breaks before an @ or after a slash if the line is too short, and not within a word. One element: in a flex
 * box Firefox makes columns of its parts otherwise.
 */
export function Breakable({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(?=@)|(?<=\/)/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

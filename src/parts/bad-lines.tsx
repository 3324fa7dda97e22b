import { plural } from '../rules/text.ts'
import { Note } from '../ui/states.tsx'

interface Props {
  lines: readonly { line: number; problem: string }[]
  /** How many there are, if not all are listed. */
  total?: number
}

/** The lines of a file that are left out, each with the reason; nothing if there are none. */
export function BadLines({ lines, total = lines.length }: Props) {
  if (total === 0) return null
  return (
    <Note tone="yellow" role="status">
      <p>{plural(total, 'line')} of the file cannot be used and will be left out:</p>
      <ul>
        {lines.map(({ line, problem }) => (
          <li key={line}>
            Line {line} {problem}
          </li>
        ))}
      </ul>
      {total > lines.length && <p>… and {total - lines.length} more</p>}
    </Note>
  )
}

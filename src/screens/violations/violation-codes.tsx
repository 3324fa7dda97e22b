import { Link } from '@tanstack/react-router'
import type { Violation } from '../../contract/violation.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { cutText } from '../../rules/text.ts'
import { useIsPrinting } from '../../ui/printing.ts'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { CodeLines } from './violation-look.ts'

/** The violated sections, their text cut to 80 characters (VD-15), but on paper, which cannot be tapped for the rest. */
export function ViolationCodes({ codes }: { codes: Violation['codes'] }) {
  const broken = codes ?? []
  const isPrinting = useIsPrinting()
  return (
    <Section title="Codes" count={broken.length}>
      {broken.length === 0 && <Empty>No codes.</Empty>}
      <CodeLines>
        {broken.map((it) => (
          <li key={it.id}>
            <Link to="/code/$codeId" params={{ codeId: String(it.id) }}>
              {codeLabel(it) || `Code ${it.id}`}
            </Link>
            {it.description && <p>{isPrinting ? it.description : cutText(it.description, 80)}</p>}
          </li>
        ))}
      </CodeLines>
    </Section>
  )
}

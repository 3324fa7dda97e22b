import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { CodeChip } from '../contract/code.ts'
import { codeLabel } from '../rules/code-search.ts'

const List = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 2,
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '32px',
      paddingInline: 3,
      paddingBlock: 1,
      lineHeight: 1.25,
      borderRadius: 'md',
      border: 'var(--hairline) solid var(--line-strong)',
      fontSize: 'sm',
      textDecoration: 'none',
      overflowWrap: 'anywhere',
    },
    '& a:hover': { background: 'bg.muted' },
  },
})

/** Suspected sections as chips: chapter, section, name (AR-09). Each opens its section. */
export function CodeChips({ codes, label = 'Suspected codes' }: { codes: readonly CodeChip[]; label?: string }) {
  if (codes.length === 0) return null
  return (
    <List aria-label={label}>
      {codes.map((code) => (
        <li key={code.id}>
          <Link to="/code/$codeId" params={{ codeId: String(code.id) }}>
            {codeLabel(code) || `Code ${code.id}`}
          </Link>
        </li>
      ))}
    </List>
  )
}

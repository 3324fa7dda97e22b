import { chakra } from '@chakra-ui/react/styled-system'
import { useEngine } from '../sync/react/engine.ts'
import { TownSeal } from '../ui/town-seal.tsx'

const Head = chakra('div', {
  base: {
    display: 'none',
    '@media print': {
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      marginInline: 'var(--gutter)',
      paddingBottom: 3,
      borderBottom: '1.5pt solid #404040',
    },
    '& strong': { display: 'block', fontSize: 'lg', lineHeight: 1.25 },
    '& small': { display: 'block', color: 'fg.muted', fontSize: 'sm' },
  },
})

/**
 * Paper begins like the town's letters: with its seal and name. Not visible on screen, but the picture is loaded
 * beforehand.
 */
export function PrintHead() {
  const { townName, townSeal, letterhead } = useEngine().town
  return (
    <Head className="print-head">
      <TownSeal src={townSeal} size="md" />
      <p>
        <strong>{townName}</strong>
        <small>Code Enforcement</small>
        {letterhead.map((line) => (
          <small key={line}>{line}</small>
        ))}
      </p>
    </Head>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { useNow, useZone } from '../parts/use-now.ts'
import { dateTimeText } from '../rules/date-text.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useLateSheet } from '../ui/late-sheet.ts'
import { usePrintKeys } from '../ui/print-page.ts'
import { TownSeal } from '../ui/town-seal.tsx'
import { paperLook } from './paper-look.ts'

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
    '& > small': { marginInlineStart: 'auto', alignSelf: 'end' },
  },
})

/**
 * Paper begins like the town's letters: with its seal and name, and says when it was printed. Not visible on screen, but
 * the picture is loaded beforehand.
 */
export function PrintHead() {
  const { townName, townSeal, letterhead } = useEngine().town
  const zone = useZone()
  const now = useNow().toISOString()
  useLateSheet(paperLook)
  usePrintKeys()
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
      <small>Printed {dateTimeText(now, zone)}</small>
    </Head>
  )
}

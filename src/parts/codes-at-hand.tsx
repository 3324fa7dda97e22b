import { chakra } from '@chakra-ui/react/styled-system'
import type { CodeChip } from '../contract/code.ts'
import { codeLabel } from '../rules/code-search.ts'
import { Button } from '../ui/button.tsx'

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: 2, '& > button': { textAlign: 'start', paddingBlock: 1 } },
})

interface Props {
  codes: readonly CodeChip[]
  onChoose: (codeId: number) => void
}

/** The sections that a record names already, each one tap away. */
export function CodesAtHand({ codes, onChoose }: Props) {
  if (codes.length === 0) return null
  return (
    <Row role="group" aria-label="Codes of the violation">
      {codes.map((it) => (
        <Button key={it.id} icon="plus" onClick={() => onChoose(it.id)}>
          {codeLabel(it) || `Code ${it.id}`}
        </Button>
      ))}
    </Row>
  )
}

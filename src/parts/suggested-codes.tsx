import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import type { CodeChip } from '../contract/code.ts'
import { codeLabel } from '../rules/code-search.ts'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/fields-look.ts'

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: 2, '& > button': { textAlign: 'start', paddingBlock: 1 } },
})

interface Props {
  codes: readonly CodeChip[]
  onChoose: (codeId: number) => void
}

/** The sections of the violation, one tap each. Above the search, whose list opens below. */
export function SuggestedCodes({ codes, onChoose }: Props) {
  const id = useId()
  if (codes.length === 0) return null
  return (
    <FieldFrame role="group" aria-labelledby={id}>
      <span className="label-quiet" id={id}>
        Codes of the violation
      </span>
      <Row>
        {codes.map((it) => (
          <Button key={it.id} icon="plus" onClick={() => onChoose(it.id)}>
            {codeLabel(it) || `Code ${it.id}`}
          </Button>
        ))}
      </Row>
    </FieldFrame>
  )
}

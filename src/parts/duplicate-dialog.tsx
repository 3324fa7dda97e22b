import { chakra } from '@chakra-ui/react/styled-system'
import { useCallback, useEffect, useState } from 'react'
import { longDateTimeText } from '../rules/date-text.ts'
import type { PossibleDuplicate } from '../sync/acknowledge/possible-duplicates.ts'
import { useEngine } from '../sync/react/engine.ts'
import type { DuplicateView } from '../sync/reconcile/inspect-duplicate.ts'
import { CallError, problemText } from '../sync/transport/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorLine, Loading, Note } from '../ui/states.tsx'
import { duplicateAdvice, duplicateText } from './duplicate-text.ts'
import { useZone } from './use-now.ts'

const List = chakra('ul', {
  base: {
    '& > li': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 3,
      paddingBlock: 2,
      borderBottom: 'var(--hairline) solid var(--line)',
      overflowWrap: 'anywhere',
    },
    '& b': { fontVariantNumeric: 'tabular-nums' },
    '& small': { color: 'fg.muted', fontSize: 'sm' },
  },
})

interface Props {
  second: PossibleDuplicate
  onClose: () => void
  /** Called when the person says that there is only one. */
  onOne: () => void
}

/** Reads the office's list again and shows the records, so that the person can decide. */
export function DuplicateDialog({ second, onClose, onOne }: Props) {
  const { look, problem, again } = useLook(second)
  return (
    <Dialog
      title="There may be a second one"
      onClose={onClose}
      actions={
        <>
          <Button onClick={again}>Look again</Button>
          {/* If there are two, the next step is to tell the office. */}
          <Button {...(look && isTwice(look) ? {} : { kind: 'main' as const })} onClick={onOne}>
            It is one
          </Button>
        </>
      }
    >
      <p>{second.words}</p>
      {problem && (
        <ErrorLine message={`The office's list could not be read: ${problem}`} hint="You can look again later." />
      )}
      {!look && !problem && <Loading>Reading the list at the office...</Loading>}
      {look && <Found second={second} look={look} />}
    </Dialog>
  )
}

function Found({ second, look }: { second: PossibleDuplicate; look: DuplicateView }) {
  const zone = useZone()
  const isMore = isTwice(look)
  return (
    <>
      <Note tone={isMore ? 'yellow' : 'green'} role="status">
        {duplicateText(second, look)}
      </Note>
      {look.kind === 'records' && (
        <List aria-label="At the office">
          {look.rows.map((row) => (
            <li key={row.id}>
              <b>#{row.id}</b>
              <span>{longDateTimeText(madeAt(row), zone)}</span>
              {row.id === second.id && <small>taken for yours</small>}
            </li>
          ))}
        </List>
      )}
      {isMore && <p>{duplicateAdvice(second, look)}</p>}
    </>
  )
}

const isTwice = (look: DuplicateView): boolean => (look.kind === 'records' ? look.rows : look.names).length > 1

const madeAt = (row: object): string | null => {
  const made: unknown = Reflect.get(row, 'created_at')
  return typeof made === 'string' ? made : null
}

/** Asks when the dialog opens, and whenever the person asks again. */
function useLook(second: PossibleDuplicate) {
  const { device } = useEngine()
  const [look, setLook] = useState<DuplicateView>()
  const [problem, setProblem] = useState<string>()
  const ask = useCallback(async () => {
    setLook(undefined)
    setProblem(undefined)
    try {
      const { inspectDuplicate } = await import('../sync/reconcile/inspect-duplicate.ts')
      setLook(await inspectDuplicate(device, second))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(problemText(error.problem))
    }
  }, [device, second])
  useEffect(() => void ask(), [ask])
  return { look, problem, again: () => void ask() }
}

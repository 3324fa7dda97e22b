import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { dismissDuplicate, type PossibleDuplicate } from '../sync/acknowledge/possible-duplicates.ts'
import { useEngine } from '../sync/react/engine.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { fetched } from '../ui/fetched.tsx'
import { tell } from '../ui/toast.tsx'
import { saved } from './use-save.ts'

const DuplicateDialog = fetched(async () => (await import('./duplicate-dialog.tsx')).DuplicateDialog)

const Frame = chakra('span', {
  base: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1 },
})

/** Shown at a record, its card or a file that the office may have twice, with a look and the person's decision. */
export function DuplicateWarning({ second }: { second: PossibleDuplicate }) {
  return (
    <Frame data-may-be-second={second.key}>
      <Badge tone="yellow" icon="warning">
        {second.photo === null ? 'There may be a second one' : 'There may be a second copy of a file'}
      </Badge>
      <DuplicateActions second={second} />
    </Frame>
  )
}

/** *Look* and *It is one*. */
export function DuplicateActions({ second }: { second: PossibleDuplicate }) {
  const { device } = useEngine()
  const [isOpen, setOpen] = useState(false)
  const settle = async () => {
    if ((await saved(() => dismissDuplicate(device, second.key))) !== null) tell('Taken as one')
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Look
      </Button>
      <Button kind="quiet" onClick={() => void settle()}>
        It is one
      </Button>
      {isOpen && <DuplicateDialog second={second} onClose={() => setOpen(false)} onOne={() => void settle()} />}
    </>
  )
}

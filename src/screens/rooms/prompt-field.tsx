import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { type Prompt, prompts } from '../../contract/room.ts'
import { failureLine } from '../../parts/online-only.tsx'
import type { Failure } from '../../sync/online/call.ts'
import { useCall } from '../../sync/react/hooks.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Input } from '../../ui/fields-look.ts'
import { Icon } from '../../ui/icon.tsx'
import { type TextState, usePromptText } from './use-prompt-text.ts'

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 2,
    paddingBlock: 1,
    '& > p': {
      gridColumn: '1 / -1',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 2,
      fontSize: 'sm',
      color: 'fg.muted',
    },
    '& > p[data-bad]': { color: 'red' },
    '& > p:empty': { display: 'none' },
  },
})

/** A line of the checklist as a field that is saved on every change, with its own state, and Delete (RM-08, RM-09). */
export function PromptField({ prompt, at }: { prompt: Prompt; at: number }) {
  const call = useCall()
  const { text, state, others, change, save, settle, forget } = usePromptText(prompt)
  const [failure, setFailure] = useState<Failure>()
  const remove = async () => {
    const isSure = await confirm({ title: 'Delete this prompt?', text, yes: 'Delete', isDanger: true })
    if (!isSure) return
    setFailure(undefined)
    const answer = await call(prompts.remove, { promptId: prompt.id }, undefined, {
      removes: [{ type: 'prompt', id: prompt.id }],
      words: `Prompt deleted: ${prompt.content}`,
    })
    if (answer.kind === 'failed') return setFailure(answer)
    await forget()
  }
  return (
    <Row>
      <Input
        aria-label={`Prompt ${at}`}
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={settle}
        autoComplete="off"
      />
      <IconButton icon="trash" label={`Delete prompt ${at}`} onClick={() => void remove()} />
      <State state={state} others={others} onSave={save} />
      {failure && (
        <p data-bad role="alert">
          {failureLine('Not deleted', failure)}
        </p>
      )}
    </Row>
  )
}

function State({ state, others, onSave }: { state: TextState; others: string | null; onSave: () => void }) {
  if (state === 'stored') return null
  if (state === 'saving') return <p role="status">Saving</p>
  if (state === 'saved') {
    return (
      <p role="status">
        <Icon name="check" size={14} />
        Saved
      </p>
    )
  }
  return (
    <p data-bad role="status">
      <Icon name="warning" size={14} />
      {state === 'kept' ? 'Not saved at the office yet; kept on this device.' : failureLine('Not saved', state)}
      {others !== null && ` It now says: “${others}”. Save again to put what you typed in its place.`}
      <Button kind="quiet" onClick={onSave}>
        Save again
      </Button>
    </p>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import type { AnswerValue } from '../../contract/answer.ts'
import type { Prompt } from '../../contract/room.ts'
import { answerWords } from '../../rules/answers.ts'
import { Icon } from '../../ui/icon.tsx'

const Row = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    paddingBlock: 3,
    '& + &': { borderTop: 'var(--hairline) solid var(--line)' },
    '& > p': { lineHeight: 1.35 },
    '&[data-answered] > p': { color: 'fg.muted' },
  },
})

const Answers = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    maxWidth: '24rem',
    border: 'var(--hairline) solid var(--line-strong)',
    borderRadius: 'md',
    overflow: 'hidden',
    '& > label, & > button': { position: 'relative', minHeight: 12, display: 'grid', userSelect: 'none' },
    '& > label': { cursor: 'pointer' },
    '& > * + *': { borderInlineStart: 'var(--hairline) solid var(--line-strong)' },
    '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0 },
    '& input:focus-visible + span': { outline: '2px solid var(--accent)', outlineOffset: '-3px' },
    '& > button:focus-visible': { outlineOffset: '-3px' },
    '& span': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 1,
      fontWeight: 'medium',
    },
    '& input:checked + span': { background: 'green.quiet', color: 'green' },
    '& > button[aria-pressed=true] > span': { background: 'gray.quiet', color: 'fg' },
    '& > button[data-problem][aria-pressed=true] > span': { background: 'yellow.quiet', color: 'yellow' },
    '& input:disabled + span, & > button:disabled': { opacity: 0.55 },
  },
})

interface Props {
  prompt: Prompt
  answer: AnswerValue | null
  isDisabled: boolean
  /** null removes the answer. */
  onAnswer(answer: AnswerValue | null): void
}

/** A prompt and its three answers, one tap each; OK is its check box (AR-05). The chosen one again removes it. */
export function PromptRow({ prompt, answer, isDisabled, onAnswer }: Props) {
  const id = useId()
  const toggle = (value: AnswerValue) => onAnswer(answer === value ? null : value)
  const words = (value: AnswerValue) => (
    <span id={`${id}-${value}`}>
      {answer === value && <Icon name={value === 'problem' ? 'flag' : 'check'} size={16} />}
      {answerWords(value)}
    </span>
  )
  return (
    <Row data-answered={answer ?? undefined}>
      <p id={id}>{prompt.content}</p>
      <Answers role="group" aria-labelledby={id}>
        <label>
          <input
            type="checkbox"
            aria-labelledby={`${id} ${id}-ok`}
            checked={answer === 'ok'}
            disabled={isDisabled}
            onChange={() => toggle('ok')}
          />
          {words('ok')}
        </label>
        {(['problem', 'na'] as const).map((value) => (
          <button
            key={value}
            type="button"
            data-problem={value === 'problem' ? '' : undefined}
            aria-labelledby={`${id} ${id}-${value}`}
            aria-pressed={answer === value}
            disabled={isDisabled}
            onClick={() => toggle(value)}
          >
            {words(value)}
          </button>
        ))}
      </Answers>
    </Row>
  )
}

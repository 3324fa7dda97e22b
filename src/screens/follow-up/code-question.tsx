import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import { cutText } from '../../rules/text.ts'
import { TextAreaField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type EarlierPhoto, likelyEarlier } from './earlier-photos.ts'
import type { FollowUpForm } from './follow-up-form.ts'
import { PhotoPair } from './photo-pair.tsx'
import type { Subject } from './subjects.ts'

const Row = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    paddingBlock: 3,
    borderTop: 'var(--hairline) solid var(--line)',
    '& > h3': { fontSize: 'md', fontWeight: 'semibold', lineHeight: 1.3, overflowWrap: 'anywhere' },
    '& > h3 + p': { color: 'fg.muted', fontSize: 'sm', overflowWrap: 'anywhere' },
  },
})

const Answers = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 2,
    maxWidth: '32rem',
    '& > button': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 2,
      minHeight: '56px',
      fontWeight: 'medium',
      borderRadius: 'md',
      border: 'var(--hairline) solid var(--line-strong)',
    },
    '& > button[aria-pressed=true]': { background: 'green.quiet', color: 'green', borderColor: 'green' },
    '& > button[data-not][aria-pressed=true]': { background: 'yellow.quiet', color: 'yellow', borderColor: 'yellow' },
  },
})

interface Props {
  subject: Subject
  followUp: FollowUpForm
  photos: readonly EarlierPhoto[]
}

/** One section: fixed or not, the earlier photo beside today's, and a note. */
export function CodeQuestion({ subject, followUp, photos }: Props) {
  const id = useId()
  const { form, answerOf, intakeOf } = followUp
  const { key, name, description } = subject
  const { answer, earlier } = answerOf(subject)
  const beside = photos.find((it) => it.photo.key === earlier) ?? likelyEarlier(photos, subject)
  // The same choice again removes it.
  const choose = (value: 'fixed' | 'notFixed') => form.setValue(`answers.${key}.answer`, answer === value ? '' : value)
  return (
    <Row aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {description && <p>{cutText(description, 80)}</p>}
      <Answers role="group" aria-labelledby={id}>
        <button type="button" aria-pressed={answer === 'fixed'} onClick={() => choose('fixed')}>
          <Icon name="check" />
          Fixed
        </button>
        <button type="button" data-not="" aria-pressed={answer === 'notFixed'} onClick={() => choose('notFixed')}>
          <Icon name="close" />
          Not fixed
        </button>
      </Answers>
      <PhotoPair
        name={name}
        photos={photos}
        earlier={beside}
        onEarlier={(photo) => form.setValue(`answers.${key}.earlier`, photo)}
        intake={intakeOf(subject)}
      />
      {answer !== '' && <TextAreaField label="Note" rows={2} {...form.register(`answers.${key}.note`)} />}
    </Row>
  )
}

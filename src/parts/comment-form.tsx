import { chakra } from '@chakra-ui/react/styled-system'
import { mayWrite } from '../rules/permissions.ts'
import { plural } from '../rules/text.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/fields.tsx'
import { FileChooser } from '../ui/file-chooser.tsx'
import { useIsDesk } from '../ui/media.ts'
import { CommentBar } from './comment-bar.tsx'
import { type CommentDraft, type Commented, useCommentDraft } from './comment-draft.ts'
import { KeptQuestion } from './kept-form.tsx'
import { ChosenPhotos } from './photo-intake.tsx'

const Frame = chakra('form', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    maxWidth: '48rem',
    paddingBottom: 4,
    '& > div:last-of-type': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 },
    '& > div:last-of-type > .grow': { flex: '1 1 auto' },
  },
})

interface Props extends Commented {
  /**
   * On the phone a bar replaces the form; it requires `text`, or `textOrFiles` (AD-21, UN-11). Absent: the form is on
   * the page there too.
   */
  bar?: 'text' | 'textOrFiles'
}

/** Writes a comment on a record, with or without files. Hidden from those who may not write (C-11). */
export function CommentForm({ bar, ...commented }: Props) {
  const draft = useCommentDraft(commented)
  const isDesk = useIsDesk()
  const { role } = useUser()
  if (!mayWrite(role)) return null
  if (bar && !isDesk) return <CommentBar draft={draft} filesSuffice={bar === 'textOrFiles'} />
  return <PageForm draft={draft} />
}

/** Text, files with their count, Clear, and Add Comment (UN-07). */
function PageForm({ draft }: { draft: CommentDraft }) {
  const { form, kept, intake, isPosting, post } = draft
  const count = intake.photos.length
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A comment" />
  return (
    <Frame
      aria-label="Add a comment"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void post(false)
      }}
    >
      <TextAreaField
        label="Comment"
        placeholder="Add a comment..."
        rows={2}
        problem={form.formState.errors.text?.message}
        {...form.register('text', { onChange: () => form.clearErrors() })}
      />
      <ChosenPhotos intake={intake} />
      <div>
        <FileChooser label="Attachments" words={count > 0 ? 'Add files' : 'Choose files'} onPick={intake.take} />
        {count > 0 && (
          <>
            <span>{plural(count, 'file')}</span>
            <Button kind="quiet" onClick={() => void intake.removeAll()}>
              Clear<span className="unseen"> files</span>
            </Button>
          </>
        )}
        <span className="grow" />
        <Button type="submit" kind="main" disabled={isPosting}>
          {isPosting ? 'Submitting...' : 'Add Comment'}
        </Button>
      </div>
    </Frame>
  )
}

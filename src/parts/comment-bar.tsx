import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import { textLimits, tooLongIn } from '../contract/text-limits.ts'
import { plural } from '../rules/text.ts'
import { BottomBar } from '../ui/bottom-bar.tsx'
import { Button } from '../ui/button.tsx'
import { FieldFrame, TextArea } from '../ui/fields-look.ts'
import { FileChooser } from '../ui/file-chooser.tsx'
import { Icon } from '../ui/icon.tsx'
import type { CommentDraft } from './comment-draft.ts'
import { KeptQuestion } from './kept-form.tsx'
import { ChosenPhotos } from './photo-intake.tsx'

const ownLine = (line: string) => ({
  [line]: { flexWrap: 'wrap' },
  [`${line} > .grow`]: { flexBasis: '100%', order: -1 },
})

const Frame = chakra('form', {
  base: {
    flex: 1,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    // Many chosen files must not push the field out of sight.
    '& > .files': { display: 'flex', flexDirection: 'column', gap: 2, maxHeight: '35vh', overflowY: 'auto' },
    '& > .files > div': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', color: 'fg.muted' },
    '& > .line': { display: 'flex', alignItems: 'flex-end', gap: 2 },
    '& textarea': { display: 'block', paddingInline: 2, minHeight: 'tap', maxHeight: '30vh', resize: 'none' },
    '& .grow': { flex: 1, minWidth: 0 },
    '& textarea:placeholder-shown': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
    // In larger text it does not fit, and Firefox cuts it without an ellipsis.
    '& textarea::placeholder': { fontSize: 'sm' },
    // Safari before 26 does not let a field grow with its text.
    '@supports not (field-sizing: content)': { '& textarea:not(:placeholder-shown)': { minHeight: '5.5rem' } },
    // Post keeps its place when the field moves up, so that a tap on it still hits it.
    '& > .line > button': { marginInlineStart: 'auto' },
    // With large text the field always takes a line of its own above the buttons.
    '@media (max-width: 18rem)': ownLine('& > .line'),
    '@media (max-width: 40rem)': ownLine('& > .line:has(textarea:is(:focus, :not(:placeholder-shown)))'),
  },
})

/** The bar on the phone: camera, text and Post, which is disabled until there is text or a file (AD-20, UN-11). */
export function CommentBar({ draft, filesSuffice }: { draft: CommentDraft; filesSuffice: boolean }) {
  const { form, kept, intake, isPosting, post } = draft
  const id = useId()
  const text = form.watch('text').trim()
  const tooLong = tooLongIn(text.length, textLimits.remark)
  const problem = tooLong ?? form.formState.errors.text?.message
  const hasFiles = intake.photos.length + intake.reading.length > 0
  const hasAnything = hasFiles || text !== ''
  if (kept.isAsking)
    return (
      <BottomBar label="Add a comment">
        <div className="grow">
          <KeptQuestion kept={kept} what="A comment" />
        </div>
      </BottomBar>
    )
  return (
    <BottomBar label="Add a comment">
      <Frame
        aria-label="Add a comment"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void post(filesSuffice)
        }}
      >
        {(hasFiles || intake.notTaken.length > 0) && (
          <div className="files">
            {intake.photos.length > 1 && (
              <div>
                {plural(intake.photos.length, 'file')}
                <Button kind="quiet" onClick={() => void intake.removeAll()}>
                  Clear<span className="unseen"> files</span>
                </Button>
              </div>
            )}
            <ChosenPhotos intake={intake} />
          </div>
        )}
        {problem && (
          <FieldFrame>
            <span className="problem" id={id} role="alert">
              <Icon name="warning" size={16} />
              {problem}
            </span>
          </FieldFrame>
        )}
        <div className="line">
          <FileChooser isCompact label="Attachments" words="Add files" onPick={intake.take} />
          <div className="grow">
            <TextArea
              aria-label="Comment"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? id : undefined}
              placeholder="Add a comment..."
              rows={1}
              {...form.register('text', { onChange: () => form.clearErrors() })}
            />
          </div>
          <Button type="submit" kind="main" disabled={isPosting || !hasAnything}>
            {isPosting ? 'Posting...' : 'Post'}
          </Button>
        </div>
      </Frame>
    </BottomBar>
  )
}

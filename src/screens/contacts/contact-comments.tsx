import type { ContactComment } from '../../contract/comment.ts'
import type { Id } from '../../contract/id.ts'
import { useAuthor } from '../../parts/comment-author.ts'
import { CommentForm } from '../../parts/comment-form.tsx'
import { CommentThread } from '../../parts/comment-thread.tsx'
import { listed } from '../../parts/listed.ts'
import { addContactComment, commentsOfContact, filesOfContactComment } from '../../records/comment.ts'
import { personName } from '../../rules/person.ts'
import { usePerform, useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Section } from '../../ui/section.tsx'

/** The comments on a contact, newest first, and the form for adding one (CO-12 to CO-15). */
export function ContactComments({ contactId }: { contactId: Id }) {
  const perform = usePerform()
  const user = useUser()
  const { rows, problem, unheld } = listed(
    useRows(commentsOfContact(contactId)),
    'Failed to fetch comments',
    // A contact made here has only the comments made here.
    contactId < 0,
    'comments',
  )
  const authorOf = useAuthor<ContactComment>(personName, rows)
  const comments = rows?.map((it) => ({ ...it, text: it.comment, author: authorOf(it) }))
  return (
    <Section title="Comments" {...(rows && !problem && !unheld ? { count: rows.length } : {})}>
      <CommentForm
        about={`contact:${contactId}`}
        onPost={({ text, ...files }) =>
          perform(addContactComment, { contactId }, { comment: text, user_id: user.id }, files)
        }
      />
      <CommentThread
        type="contactComment"
        comments={{ rows: comments, problem }}
        filesOf={filesOfContactComment}
        unheld={unheld}
        empty="No comments available"
        emptyFiles="No attachments found"
      />
    </Section>
  )
}

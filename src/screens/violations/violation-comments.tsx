import type { Violation } from '../../contract/violation.ts'
import { CommentList } from '../../parts/comment-list.tsx'
import { useZone } from '../../parts/use-now.ts'
import { longDateTimeText } from '../../rules/date-text.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { violationAuthor } from '../../rules/person.ts'
import { Section } from '../../ui/section.tsx'

export function ViolationComments({ violation }: { violation: Violation }) {
  const zone = useZone()
  const comments = newestFirst(violation.violation_comments ?? [])
  return (
    <Section title="Comments" count={comments.length}>
      <CommentList
        name="Comments"
        comments={comments.map((it) => ({
          id: it.id,
          text: it.content,
          author: violationAuthor(it.user),
          at: longDateTimeText(it.created_at, zone),
        }))}
        empty="No comments yet."
      />
    </Section>
  )
}

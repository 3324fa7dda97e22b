import type { Comment } from '../../../contract/comment.ts'
import { CommentList } from '../../../parts/comment-list.tsx'
import type { Listed } from '../../../parts/listed.ts'
import { PhotoWall } from '../../../parts/photo-wall.tsx'
import { UnitLink } from '../../../parts/record-links.tsx'
import { useZone } from '../../../parts/use-now.ts'
import { longDateTimeText } from '../../../rules/date-text.ts'
import { newestFirst } from '../../../rules/list-order.ts'
import { personName } from '../../../rules/person.ts'
import { ErrorLine, Loading } from '../../../ui/states.tsx'

/** What was said of the address and its units, newest first, 10 on a page (AD-18). */
export function CommentsTab({ rows, problem }: Listed<Comment>) {
  const zone = useZone()
  if (problem) return <ErrorLine message={problem} />
  if (!rows) return <Loading />
  return (
    <CommentList
      name="Comments"
      comments={newestFirst(rows).map((it) => ({
        id: it.id,
        text: it.content,
        author: personName(it.user),
        at: longDateTimeText(it.created_at, zone),
        more: <More comment={it} />,
      }))}
      empty="No comments available."
    />
  )
}

function More({ comment }: { comment: Comment }) {
  const photos = comment.photos ?? []
  return (
    <>
      {comment.unit_id && <UnitLink id={comment.unit_id} addressId={comment.address_id} />}
      {photos.length > 0 && <PhotoWall type="comment" id={comment.id} photos={photos} of="the comment" />}
    </>
  )
}

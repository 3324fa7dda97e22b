import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { AsOf } from '../../parts/as-of.tsx'
import { listed } from '../../parts/listed.ts'
import { recentComments } from '../../records/dashboard.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { may } from '../../rules/permissions.ts'
import { commenters, commentsBy } from '../../rules/recent-comments.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { SelectFilter, TickFilter, useFilter } from '../../ui/filters.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { PanelState } from './panel-state.tsx'
import { RecentComment } from './recent-comment.tsx'

/** Shown at first, and added by each "Load more" (DB-22). */
const atOnce = 10

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    columnGap: 6,
    rowGap: 2,
    '& > label': { flex: 'none' },
    '& > div': { flex: '0 1 16rem' },
    '& > span': { fontSize: 'sm', color: 'fg.muted', marginInlineStart: 'auto', alignSelf: 'center' },
  },
})

/** The town's newest comments; asked for when they are first shown (DB-19 to DB-30, C-05). */
export function RecentComments() {
  const { role } = useUser()
  return (
    <Section title="Recent Comments" starts={may(role, 'seeAdminActivity') ? 'shown' : 'hidden'}>
      <Comments />
    </Section>
  )
}

function Comments() {
  const user = useUser()
  const mine = useFilter('mine')
  const by = useFilter('by')
  const [shown, setShown] = useState(atOnce)
  const isNarrowed = mine.value !== '' || by.value !== ''
  // The newest are asked for alone; whoever looks for one person's, or reads to their end, wants them all.
  const [wantsAll, setWantsAll] = useState(false)
  const found = useRows(recentComments(wantsAll || isNarrowed))
  const { rows, problem } = listed(found, 'Failed to fetch comments')
  if (!rows || problem)
    return (
      <PanelState problem={found.problem} failed="Failed to fetch comments" otherwise="Error loading recent comments" />
    )
  const kept = newestFirst(commentsBy(rows, mine.value === '1' ? user.id : Number(by.value) || null))
  const more = () => {
    setShown(shown + atOnce)
    if (shown + 2 * atOnce > rows.length) setWantsAll(true)
  }
  return (
    <>
      <Head>
        <TickFilter label="My comments" {...mine} />
        {may(user.role, 'seeAllCommenters') && (
          <SelectFilter label="Comments by" all="All users" choices={commenters(rows)} {...by} />
        )}
        <AsOf of={found} />
      </Head>
      {kept.length === 0 ? (
        <Empty>No recent comments</Empty>
      ) : (
        <ul aria-label="Recent Comments">
          {kept.slice(0, shown).map((it) => (
            <RecentComment key={it.id} comment={it} />
          ))}
        </ul>
      )}
      {kept.length > shown && <Button onClick={more}>Load more</Button>}
    </>
  )
}

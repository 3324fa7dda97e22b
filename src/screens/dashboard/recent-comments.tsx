import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { AsOf } from '../../parts/as-of.tsx'
import { listedPart } from '../../parts/listed.ts'
import { commentListing, commentOfEach } from '../../records/comment.ts'
import { recentComments } from '../../records/dashboard.ts'
import { may } from '../../rules/permissions.ts'
import { commenters } from '../../rules/recent-comments.ts'
import { useListing } from '../../sync/react/listing.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { SelectFilter, TickFilter, useFilter } from '../../ui/filters.tsx'
import { Empty } from '../../ui/states.tsx'
import { PanelState } from './panel-state.tsx'
import { RecentComment } from './recent-comment.tsx'

const failed = 'Failed to fetch comments'

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

/** The town's newest comments, fetched when they are first shown (DB-19 to DB-30, C-05). */
export function RecentComments() {
  const user = useUser()
  const mine = useFilter('mine')
  const by = useFilter('by')
  const [shown, setShown] = useState(atOnce)
  const isNarrowed = mine.value !== '' || by.value !== ''
  // Normally only the newest are fetched. Filtering by a person, or reading to their end, needs them all.
  const [wantsAll, setWantsAll] = useState(false)
  const author = mine.value === '1' ? user.id : Number(by.value) || null
  const { found, isBare, ...state } = useListing(recentComments(wantsAll || isNarrowed), commentListing(author), {
    wanted: 1,
    size: shown,
  })
  const seesAll = may(user.role, 'seeAllCommenters')
  const people = useLive(async (db) => (seesAll ? commentOfEach(db) : []), [seesAll], `commenters ${seesAll}`)
  const { rows, problem } = listedPart(found?.rows, { isBare, ...state }, failed)
  if (!rows || problem)
    return <PanelState problem={state.problem} failed={failed} otherwise="Error loading recent comments" />
  const total = found?.total ?? 0
  const more = () => {
    setShown(shown + atOnce)
    if (shown + 2 * atOnce > total) setWantsAll(true)
  }
  return (
    <>
      <Head>
        <TickFilter label="My comments" {...mine} />
        {seesAll && <SelectFilter label="Comments by" all="All users" choices={people && commenters(people)} {...by} />}
        <AsOf of={state} />
      </Head>
      {rows.length === 0 ? (
        <Empty>No recent comments</Empty>
      ) : (
        <ul aria-label="Recent Comments">
          {rows.map((it) => (
            <RecentComment key={it.id} comment={it} />
          ))}
        </ul>
      )}
      {total > shown && <Button onClick={more}>Load more</Button>}
    </>
  )
}

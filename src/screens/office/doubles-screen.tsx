import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type DismissedPair, type DoubleKind, type DoublePair, doubleKinds } from '../../contract/merge.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { dismissedPage, doublesPage, doublesPageSize } from '../../records/merge-doubles.ts'
import { kindWords, likenessText } from '../../rules/merge-words.ts'
import { pageIn } from '../../rules/pages.ts'
import { may } from '../../rules/permissions.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Section } from '../../ui/section.tsx'
import { Segments } from '../../ui/segments.ts'
import { useUrlChange, useUrlState } from '../../ui/url-state.ts'
import { askPairsAgain } from './ask-pairs-again.ts'
import { DoublePairView } from './double-pair.tsx'
import { PickPair } from './double-pick.tsx'
import { failureOf } from './failure.ts'
import { MergeList } from './merge-list.tsx'
import { DismissedList, NotTheSame, pairKey } from './not-the-same.tsx'
import { PartsBar } from './parts-bar.tsx'

const Kinds = chakra('div', { base: { display: 'flex', '& > div': { flex: { base: 1, md: 'none' } } } })

/** Duplicate records: proposed pairs, or two picked by hand, are merged. Merges can be undone below. */
export function DoublesScreen() {
  const isAllowed = may(useUser().role, 'mergeDoubles')
  const [inUrl] = useUrlState('kind', 'contact')
  const [first] = useUrlState('first')
  const [second] = useUrlState('second')
  if (!isAllowed) return <Refused title="Duplicates" message="Only office staff can merge records." />
  const kind = doubleKinds.find((it) => it === inUrl) ?? 'contact'
  const [a, b] = [idIn(first), idIn(second)]
  if (a !== null && b !== null && a !== b) return <DoublePairView kind={kind} first={a} second={b} />
  return <Proposals kind={kind} />
}

const idIn = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

function Proposals({ kind }: { kind: DoubleKind }) {
  const change = useUrlChange()
  const page = pageIn(useUrlState('part')[0])
  const found = useValue<DoublePair[]>(doublesPage(kind, page))
  const dismissed = useValue<DismissedPair[]>(dismissedPage(1))
  // The server leaves such pairs out; this hides one at once, before the pairs are read again.
  const isDismissed = new Set(dismissed.value?.map(pairKey))
  const part = found.value?.slice(0, doublesPageSize)
  const rows = part
    ?.map((it): Row => ({ ...it, kind, id: pairKey({ ...it, kind }) }))
    .filter((it) => !isDismissed.has(it.id))
  // The next part would begin further on by as many pairs as are hidden here.
  const isOld = rows?.length !== part?.length
  useAskedUntilNew(isOld && !found.problem)
  const isSpent = isOld && rows?.length === 0
  const problem =
    found.problem && (!rows || isSpent) ? failureOf(found.problem, 'Failed to load duplicates') : undefined
  return (
    <Page title="Duplicates" meta={<AsOf of={found} />}>
      <Kinds>
        <Segments role="group" aria-label="Kind of records">
          {doubleKinds.map((it) => (
            <button
              key={it}
              type="button"
              aria-pressed={it === kind}
              onClick={() => change({ kind: it === 'contact' ? undefined : it, part: undefined })}
            >
              {kindWords[it]}
            </button>
          ))}
        </Segments>
      </Kinds>
      <Section title="Probably the same">
        <List
          name="Pairs"
          rows={problem ? [] : isSpent ? undefined : rows}
          columns={columnsFor(kind)}
          empty={page > 1 ? 'No more pairs in this part.' : 'No two records have a name, number or address in common.'}
          problem={problem}
          pageSize={doublesPageSize}
        />
        <PartsBar
          name="Parts of the pairs"
          inUrl="part"
          hasNext={isOld ? undefined : found.value && found.value.length > doublesPageSize}
        />
      </Section>
      <Section title="Choose two records" starts="hidden">
        <PickPair
          key={kind}
          kind={kind}
          onPicked={(first, second) => change({ first: `${first}`, second: `${second}` })}
        />
      </Section>
      <Section title="Not the same" starts="hidden">
        <DismissedList />
      </Section>
      <Section title="Merges and transfers">
        <MergeList />
      </Section>
    </Page>
  )
}

/** An answer that was under way when a pair was marked may still contain it, so the pairs are asked for once more. */
function useAskedUntilNew(isOld: boolean) {
  useEffect(() => {
    if (!isOld) return
    const timer = setInterval(askPairsAgain, askAgainMs)
    return () => clearInterval(timer)
  }, [isOld])
}

const askAgainMs = 4_000

type Row = DoublePair & { id: string; kind: DoubleKind }

const columnsFor = (kind: DoubleKind): Column<Row>[] => [
  {
    title: 'First',
    onPhone: 'head',
    cell: ({ first, second }) => (
      <Link to="/doubles" search={{ kind, first: String(first.id), second: String(second.id) }}>
        {first.name}
        <span className="unseen">, beside {second.name}</span>
      </Link>
    ),
  },
  { title: 'Details', onPhone: 'plain', cell: ({ first }) => <Breakable text={first.detail || '—'} /> },
  { title: 'Second', cell: ({ second }) => second.name },
  { title: 'Its details', cell: ({ second }) => <Breakable text={second.detail || '—'} /> },
  { title: 'In common', cell: ({ same }) => likenessText(same) },
  { title: 'Not the same', onPhone: 'plain', cell: (it) => <NotTheSame pair={it} /> },
]

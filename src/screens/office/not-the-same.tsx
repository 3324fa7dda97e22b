import { type DismissedPair, type DoubleKind, merges } from '../../contract/merge.ts'
import { CallFailure } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { useZone } from '../../parts/use-now.ts'
import { dismissedPage, doublesPageSize } from '../../records/merge-doubles.ts'
import { dateText } from '../../rules/date-text.ts'
import { kindWords } from '../../rules/merge-words.ts'
import { pageIn } from '../../rules/pages.ts'
import { personName } from '../../rules/person.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { around } from '../../ui/lost-focus.ts'
import { tell } from '../../ui/toast.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { askPairsAgain } from './ask-pairs-again.ts'
import { failureOf } from './failure.ts'
import { useKeptFocus } from './kept-focus.ts'
import { PartsBar } from './parts-bar.tsx'

interface Pair {
  kind: DoubleKind
  first: { id: number; name: string }
  second: { id: number; name: string }
}

const idsOf = ({ kind, first, second }: Pair) => ({ kind, first: first.id, second: second.id })

/** The key of a pair, in either order. */
export const pairKey = ({ kind, first, second }: Pair): string =>
  `${kind} ${Math.min(first.id, second.id)} ${Math.max(first.id, second.id)}`

/**
 * Marks the two as not the same, so that they are not proposed again. There is no question, because it can be undone.
 */
export function NotTheSame({ pair, onDone }: { pair: Pair; onDone?: () => void }) {
  const { failure, isBusy, make } = useDirectCall()
  const words = `${pair.first.name} and ${pair.second.name} are not the same`
  const button = useKeptFocus(nextPairs)
  const dismiss = async () => {
    if (!(await make((call) => call(merges.dismiss, {}, idsOf(pair), { answers: dismissedPage(1), words })))) return
    tell(words)
    // The server fills this part with pairs of the next one, so that none of them is passed over.
    askPairsAgain()
    onDone?.()
  }
  return (
    <div>
      <Button
        ref={button}
        data-of-pair=""
        aria-label={`Not the same: ${pair.first.name} and ${pair.second.name}`}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : () => void dismiss()}
      >
        Not the same
      </Button>
      <CallFailure of={failure} failed="This could not be saved" isServerFirst nothingTyped />
    </div>
  )
}

/** The buttons of the rows below, then of those above, the nearest first; then what is around. */
function nextPairs(own: Element): HTMLElement[] {
  const row = own.closest('tr')
  const rows = [...(row?.parentElement?.children ?? [])]
  const at = row ? rows.indexOf(row) : 0
  const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()]
  return [...others.flatMap((it) => it.querySelector<HTMLElement>('[data-of-pair]') ?? []), ...around(own)]
}

const partInUrl = 'dismissedPart'

/** Pairs marked as not the same, and by whom; each mark can be removed. */
export function DismissedList() {
  const page = pageIn(useUrlState(partInUrl)[0])
  const known = useValue<DismissedPair[]>(dismissedPage(page))
  const zone = useZone()
  const rows = known.value?.slice(0, doublesPageSize).map((it): Row => ({ ...it, id: pairKey(it) }))
  return (
    <>
      <List
        name="Not the same"
        inUrl="dismissed"
        rows={known.problem && !known.value ? [] : rows}
        columns={columnsIn(zone)}
        empty={page > 1 ? 'No more pairs in this part.' : 'No pair has been marked as not the same yet.'}
        problem={known.problem && !known.value ? failureOf(known.problem, 'Failed to load these pairs') : undefined}
        pageSize={doublesPageSize}
      />
      <PartsBar
        name="Parts of the pairs that are not the same"
        inUrl={partInUrl}
        hasNext={known.value && known.value.length > doublesPageSize}
      />
    </>
  )
}

type Row = DismissedPair & { id: string }

const columnsIn = (zone: string): Column<Row>[] => [
  {
    title: 'Pair',
    onPhone: 'head',
    cell: ({ first, second }) => `${first.name} #${first.id} and ${second.name} #${second.id}`,
  },
  { title: 'Kind', cell: (it) => kindWords[it.kind] },
  { title: 'By', cell: (it) => personName(it.made_by, 'Unknown') },
  { title: 'When', sortBy: (it) => it.made_at, cell: (it) => dateText(it.made_at, zone) },
  { title: 'Take back', onPhone: 'plain', cell: (it) => <TakeBack pair={it} /> },
]

function TakeBack({ pair }: { pair: DismissedPair }) {
  const { failure, isBusy, make } = useDirectCall()
  const names = `${pair.first.name} and ${pair.second.name}`
  const button = useKeptFocus(nextPairs)
  const restore = async () => {
    const leaves = { answers: dismissedPage(1), words: `${names} may be the same` }
    if (!(await make((call) => call(merges.restore, {}, idsOf(pair), leaves)))) return
    tell(leaves.words)
    askPairsAgain()
  }
  return (
    <div>
      <Button
        ref={button}
        kind="quiet"
        data-flush=""
        data-of-pair=""
        aria-label={`Take back: ${names}`}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : () => void restore()}
      >
        Take back
      </Button>
      <CallFailure of={failure} failed="This could not be undone" isServerFirst nothingTyped />
    </div>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { type Merge, merges } from '../../contract/merge.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { doublesPageSize, mergesPage } from '../../records/merge-doubles.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { howMany } from '../../rules/merge-words.ts'
import { pageIn } from '../../rules/pages.ts'
import { personName } from '../../rules/person.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { askPairsAgain } from './ask-pairs-again.ts'
import { failureOf } from './failure.ts'
import { useKeptFocus } from './kept-focus.ts'
import { PartsBar } from './parts-bar.tsx'
import { SureDialog } from './sure-dialog.tsx'

const Words = chakra('div', { base: { '& > small': { display: 'block', color: 'fg.muted' } } })

const partInUrl = 'mergesPart'

/** Merges and transfers: by whom, until when they can be undone, and what an undo left unchanged. */
export function MergeList() {
  const page = pageIn(useUrlState(partInUrl)[0])
  const known = useValue<Merge[]>(mergesPage(page))
  const zone = useZone()
  const now = useNow()
  return (
    <>
      <List
        name="Merges and transfers"
        inUrl="merges"
        rows={known.problem && !known.value ? [] : known.value?.slice(0, doublesPageSize)}
        columns={columnsIn(zone, now)}
        empty={page > 1 ? 'Nothing more in this part.' : 'Nothing has been merged or transferred yet.'}
        problem={known.problem && !known.value ? failureOf(known.problem, 'Failed to load merges') : undefined}
        pageSize={doublesPageSize}
      />
      <PartsBar
        name="Parts of the merges"
        inUrl={partInUrl}
        hasNext={known.value && known.value.length > doublesPageSize}
      />
    </>
  )
}

/** 'Rosa into Rose'; 'From Ona Sutter to Otis Nash'. */
const whatText = ({ kind, loser_name, winner_name }: Merge): string =>
  kind === 'transfer' ? `From ${loser_name} to ${winner_name}` : `${loser_name} into ${winner_name}`

const kindText: Record<Merge['kind'], string> = {
  contact: 'Contact',
  business: 'Business',
  address: 'Address',
  transfer: 'Work',
}

const columnsIn = (zone: string, now: Date): Column<Merge>[] => [
  {
    title: 'What',
    onPhone: 'head',
    cell: (it) => (
      <Words>
        {whatText(it)}
        <small>{it.moved.map(({ what, count }) => howMany(what, count)).join(', ')}</small>
        {it.left.map((words) => (
          <small key={words}>{words}</small>
        ))}
      </Words>
    ),
  },
  { title: 'Kind', cell: (it) => kindText[it.kind] },
  { title: 'By', cell: (it) => personName(it.made_by, 'Unknown') },
  { title: 'When', sortBy: (it) => it.made_at, cell: (it) => dateTimeText(it.made_at, zone) },
  {
    title: 'Undo',
    onPhone: 'plain',
    cell: (it) => <UndoCell merge={it} zone={zone} isLate={now.toISOString() > it.undo_until} />,
  },
]

function UndoCell({ merge, zone, isLate }: { merge: Merge; zone: string; isLate: boolean }) {
  if (merge.undone_at) return `Undone ${dateText(merge.undone_at, zone)} by ${personName(merge.undone_by, 'Unknown')}`
  if (isLate) return `Until ${dateText(merge.undo_until, zone)}`
  return <Undo merge={merge} zone={zone} />
}

function Undo({ merge, zone }: { merge: Merge; zone: string }) {
  const [isOpen, setOpen] = useState(false)
  const button = useKeptFocus()
  return (
    <Words>
      <Button ref={button} kind="quiet" aria-label={`Undo ${whatText(merge)}`} onClick={() => setOpen(true)}>
        Undo
      </Button>
      <small>until {dateText(merge.undo_until, zone)}</small>
      {isOpen && <UndoDialog merge={merge} onClose={() => setOpen(false)} />}
    </Words>
  )
}

function UndoDialog({ merge, onClose }: { merge: Merge; onClose: () => void }) {
  return (
    <SureDialog
      title={`Undo: ${whatText(merge)}?`}
      verb="Undo"
      what="Undoing"
      failed="This could not be undone"
      words={`Undone: ${whatText(merge)}`}
      send={(call, leaves) => call(merges.undo, {}, { id: merge.id }, leaves)}
      onDone={askPairsAgain}
      onClose={onClose}
    >
      <p>
        {merge.kind === 'transfer'
          ? `What is still with ${merge.winner_name} goes back to ${merge.loser_name}, except what was finished since. What somebody else has had since stays there.`
          : `${merge.loser_name} is a record of its own again and gets back what is still at ${merge.winner_name}. What was written since is kept.`}
      </p>
    </SureDialog>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type DoubleKind, type MergeSide, merges, undoDays } from '../../contract/merge.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { NeedsSignal } from '../../parts/online-only.tsx'
import { mergeSides } from '../../records/merge-doubles.ts'
import { fieldName, howMany, kindWords } from '../../rules/merge-words.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { ErrorLine, Loading, Note } from '../../ui/states.tsx'
import { useUrlChange } from '../../ui/url-state.ts'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { failureOf } from './failure.ts'
import { NotTheSame } from './not-the-same.tsx'
import { SureDialog } from './sure-dialog.tsx'

const Sides = chakra('table', {
  base: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    '& th, & td': {
      textAlign: 'start',
      verticalAlign: 'top',
      padding: 2,
      borderBottom: 'var(--hairline) solid var(--line)',
      overflowWrap: 'break-word',
      fontWeight: 'normal',
    },
    '& thead th': { fontWeight: 'semibold' },
    '& tbody th': { color: 'fg.muted', width: { base: '28%', lg: '16%' } },
    '& label': { display: 'flex', gap: 2, alignItems: 'flex-start', minHeight: { base: '44px', lg: '28px' } },
    '& label > input': { flex: 'none', width: '20px', height: '20px', accentColor: 'var(--accent)' },
    '& tr[data-same] td': { color: 'fg.muted' },
    // On a narrow screen the field is above its two values, so that no word is broken.
    '@media (max-width: 40rem)': {
      '&, & > thead, & > tbody': { display: 'block' },
      '& tr': {
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
        columnGap: 3,
        paddingBlock: 2,
        borderBottom: 'var(--hairline) solid var(--line)',
      },
      '& th, & td': { border: 0, paddingBlock: 1, paddingInline: 0, overflowWrap: 'anywhere' },
      '& tbody th': { gridColumn: '1 / -1', width: 'auto', fontSize: 'sm' },
      '& thead th:first-of-type': { display: 'none' },
    },
  },
})

const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 4 } })

interface Props {
  kind: DoubleKind
  first: number
  second: number
}

/** Two records side by side, field by field: which one stays, and whose values. */
export function DoublePairView({ kind, first, second }: Props) {
  const sides = useValue<MergeSide[]>(mergeSides(kind, first, second))
  const [a, b] = sides.value ?? []
  return (
    <Page
      title={`Merge two ${kindWords[kind].toLowerCase()}`}
      meta={
        <>
          <Link to="/doubles" search={kind === 'contact' ? {} : { kind }}>
            Back to duplicates
          </Link>
          <AsOf of={sides} />
        </>
      }
    >
      {sides.problem && !sides.value && (
        <ErrorLine message={failureOf(sides.problem, 'Failed to load the two records')} />
      )}
      {!sides.problem && !sides.value && <Loading />}
      {a && b && <Compared key={`${kind} ${a.id} ${b.id}`} kind={kind} sides={[a, b]} />}
    </Page>
  )
}

/** 0: the first record stays; 1: the second. */
type Side = 0 | 1

function Compared({ kind, sides }: { kind: DoubleKind; sides: [MergeSide, MergeSide] }) {
  const [stays, setStays] = useState<Side>(0)
  const [taken, setTaken] = useState<ReadonlyMap<string, Side>>(new Map())
  const [isAsked, setAsked] = useState(false)
  const change = useUrlChange()
  const isOpen = useIsOpen()
  const leave = () => {
    if (isOpen.current) void change({ first: undefined, second: undefined })
  }
  const rows = sides[0].fields.flatMap(({ name, text }) => {
    const other = sides[1].fields.find((it) => it.name === name)?.text ?? null
    return text === null && other === null ? [] : [{ name, texts: [text, other] as const }]
  })
  /** A field without a choice keeps the value of the remaining record; if that one is blank, the other's is used. */
  const sideOf = ({ name, texts }: (typeof rows)[number]): Side =>
    taken.get(name) ?? (texts[stays] === null ? (stays === 0 ? 1 : 0) : stays)
  const take = rows.filter((row) => row.texts[0] !== row.texts[1] && sideOf(row) !== stays).map(({ name }) => name)
  const choose = (name: string, side: Side) => setTaken(new Map([...taken, [name, side]]))
  return (
    <>
      <NeedsSignal what="Merging" />
      <Section title="Which record stays">
        <Sides>
          <caption className="unseen">The two records, field by field</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {sides.map((side, at) => (
                <th scope="col" key={side.id}>
                  <label>
                    <input
                      type="radio"
                      name="stays"
                      checked={stays === at}
                      onChange={() => setStays(at === 0 ? 0 : 1)}
                    />
                    <span>
                      {side.name} #{side.id} stays
                    </span>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <FieldRow key={row.name} row={row} side={sideOf(row)} onChoose={(side) => choose(row.name, side)} />
            ))}
            <tr>
              <th scope="row">Linked records</th>
              {sides.map((side) => (
                <td key={side.id}>
                  {side.hangs.length === 0 ? 'Nothing' : side.hangs.map((it) => howMany(it.what, it.count)).join(', ')}
                </td>
              ))}
            </tr>
          </tbody>
        </Sides>
        <Actions>
          <Button kind="main" onClick={() => setAsked(true)}>
            Merge
          </Button>
          <NotTheSame pair={{ kind, first: sides[0], second: sides[1] }} onDone={leave} />
        </Actions>
      </Section>
      {isAsked && (
        <MergeDialog
          kind={kind}
          winner={sides[stays]}
          loser={sides[stays === 0 ? 1 : 0]}
          take={take}
          onDone={leave}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

interface RowProps {
  row: { name: string; texts: readonly [string | null, string | null] }
  side: Side
  onChoose: (side: Side) => void
}

/** A field of both records. If they differ, one value is chosen. */
function FieldRow({ row: { name, texts }, side, onChoose }: RowProps) {
  const isSame = texts[0] === texts[1]
  return (
    <tr data-same={isSame ? '' : undefined}>
      <th scope="row">{fieldName(name)}</th>
      {texts.map((text, at) => (
        <td key={at}>
          {isSame ? (
            text && <Breakable text={text} />
          ) : (
            <label>
              <input
                type="radio"
                name={`field-${name}`}
                aria-label={`${fieldName(name)}: ${text ?? 'nothing'}`}
                checked={side === at}
                onChange={() => onChoose(at === 0 ? 0 : 1)}
              />
              <span>{text === null ? '—' : <Breakable text={text} />}</span>
            </label>
          )}
        </td>
      ))}
    </tr>
  )
}

interface DialogProps {
  kind: DoubleKind
  winner: MergeSide
  loser: MergeSide
  take: string[]
  onDone: () => void
  onClose: () => void
}

function MergeDialog({ kind, winner, loser, take, onDone, onClose }: DialogProps) {
  const versions = { winner_version: winner.version, loser_version: loser.version }
  const body = { kind, winner: winner.id, loser: loser.id, ...versions, take }
  return (
    <SureDialog
      title={`Merge ${loser.name} into ${winner.name}?`}
      verb="Merge"
      what="Merging"
      failed="The records could not be merged"
      words={`${loser.name} merged into ${winner.name}`}
      send={(call, leaves) => call(merges.merge, {}, body, leaves)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {winner.name} #{winner.id} stays. {loser.name} #{loser.id} is removed
        {loser.hangs.length === 0
          ? '; nothing is linked to it.'
          : `, and what is linked to it moves: ${loser.hangs.map((it) => howMany(it.what, it.count)).join(', ')}.`}
        {take.length > 0 && ` Taken from it: ${take.map(fieldName).join(', ')}.`}
      </p>
      <Note tone="accent">
        This can be undone for {undoDays} days. Work that phones have not sent yet arrives at the record that stays.
      </Note>
    </SureDialog>
  )
}

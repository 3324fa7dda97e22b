import { chakra } from '@chakra-ui/react/styled-system'
import type { ListPreview, TownListName } from '../../contract/town.ts'
import { BadLines } from '../../parts/bad-lines.tsx'
import { cutText, plural } from '../../rules/text.ts'
import { townLists } from '../../rules/town-list.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { fieldNames } from './list-columns.tsx'

const Changes = chakra('ul', {
  base: {
    listStyle: 'none',
    maxHeight: '28rem',
    overflowY: 'auto',
    '& > li': { paddingBlock: 2, borderBottom: 'var(--hairline) solid var(--line)', overflowWrap: 'anywhere' },
    '& del': { color: 'fg.muted' },
    '& ins': { textDecoration: 'none', fontWeight: 'semibold' },
  },
})

type Shown = ListPreview['shown'][number]

const kinds: Record<Shown['kind'], { tone: Tone; word: string }> = {
  added: { tone: 'green', word: 'Added' },
  changed: { tone: 'yellow', word: 'Changed' },
  removed: { tone: 'red', word: 'Removed' },
}

/** What an import would do, line by line, with the cells that differ. */
export function ImportPlan({ list, name, preview }: { list: TownListName; name: string; preview: ListPreview }) {
  const { read, added, changed, removed, same, bad, shown, badLines } = preview
  const { one, many } = townLists[list]
  const left = added + changed + removed - shown.length
  return (
    <>
      <p role="status">
        {name}: {plural(read, 'line')} read. {added} added, {changed} changed, {removed}{' '}
        {list === 'codes' ? 'retired' : 'removed'}, {plural(same, one, many)} unchanged.
      </p>
      <BadLines lines={badLines} total={bad} />
      {shown.length > 0 && (
        <Changes aria-label="What would change" tabIndex={0}>
          {shown.map((it) => (
            <li key={`${it.kind} ${JSON.stringify(it.cells)}`}>
              <Badge tone={kinds[it.kind].tone} icon="flag">
                {list === 'codes' && it.kind === 'removed' ? 'Retired' : kinds[it.kind].word}
              </Badge>{' '}
              <Line list={list} shown={it} />
            </li>
          ))}
          {left > 0 && <li>… and {left} more</li>}
        </Changes>
      )}
    </>
  )
}

function Line({ list, shown: { cells, before } }: { list: TownListName; shown: Shown }) {
  const { fields } = townLists[list]
  const words = fields
    .filter((field) => field !== 'description' && field !== 'retired')
    .flatMap((field) => cells[field] ?? [])
    .join(' · ')
  const differing = before ? fields.filter((field) => (before[field] ?? '') !== (cells[field] ?? '')) : []
  return (
    <>
      {cutText(words, 200)}
      {differing.map((field) => (
        <div key={field}>
          {fieldNames[field]}: <del>{cutText(before?.[field] || '—', 200)}</del>
          <span className="unseen"> becomes</span> → <ins>{cutText(cells[field] || '—', 200)}</ins>
        </div>
      ))}
    </>
  )
}

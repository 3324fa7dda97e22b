import { createHash } from 'node:crypto'
import { town as calls, type ListCells, type ListPreview, type TownListName } from '../../contract/town.ts'
import { listPlan, saysTheSame, townLists } from '../../rules/town-list.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { carryOut, removeLine, saveLine } from '../town-lists/change-list.ts'
import { checkerOf } from '../town-lists/check-line.ts'
import { readListFile } from '../town-lists/read-file.ts'
import { assertSeen, lockList, readList, versionOf } from '../town-lists/read-list.ts'
import { spare } from '../town-lists/spare.ts'
import { readTownPage, saveSeal, saveTown } from '../town-settings.ts'

/** The most lines of each kind in a preview. */
const SHOWN = 200

/** The calls on the town's settings and lists, for Admins. */
export const townRoutes: readonly Route[] = [
  route(calls.list, async ({ tx, search: { list } }) => {
    const entries = await readList(tx, list)
    return { list, entries, version: versionOf(entries) }
  }),

  route(calls.saveEntry, async (ask) => {
    const { tx, body } = ask
    const { list, id, seen } = body
    const entries = await lockList(tx, list)
    const before = id === null ? null : assertSeen(entries, id, seen ?? {}).cells
    const { cells, problem } = (await checkerOf(tx, list))(body.cells)
    if (problem !== undefined) throw new Refused(422, `This ${townLists[list].one} ${problem}`)
    const others = entries.filter((it) => it.id !== id).map((it) => it.cells)
    assertNew(list, { cells, before, others })
    await saveLine(ask, list, id, cells)
    return changed(tx, list)
  }),

  route(calls.removeEntry, async ({ tx, body: { list, id, seen } }) => {
    assertSeen(await lockList(tx, list), id, seen)
    await removeLine(tx, list, id)
    return changed(tx, list)
  }),

  // Its own transaction: a call that changes nothing is not logged and needs no key.
  { ...route(calls.preview, async ({ tx, body }) => (await planned(tx, body)).preview), ownTransaction: true },

  route(calls.import, async (ask) => {
    const { tx, body } = ask
    const known = await lockList(tx, body.list)
    const { preview, plan, lines, stays } = await planned(tx, body)
    if (preview.version !== body.version)
      throw new Refused(409, 'Somebody else has changed this list since the preview. Nothing was imported.')
    if (lines.length === 0) throw new Refused(422, 'No line of the file can be taken. Nothing was imported.')
    await carryOut(ask, body.list, { known, plan, lines: unique([...lines, ...stays.map(({ cells }) => cells)]) })
    ask.logAs(loggedImport(body, preview))
    return changed(tx, body.list)
  }),

  route(calls.settings, (ask) => readTownPage(ask)),
  route(calls.save, (ask) => saveTown(ask, ask.body)),
  route(calls.saveSeal, async (ask) => {
    const { picture } = ask.body
    const page = await saveSeal(ask, picture)
    ask.logAs({ picture: picture === null ? null : loggedFile(Buffer.from(picture, 'base64')) })
    return page
  }),
]

const changed = async (tx: Tx, list: TownListName) => ({ list, version: versionOf(await readList(tx, list)) })

interface Written {
  cells: ListCells
  /** null for a new line. */
  before: ListCells | null
  others: readonly ListCells[]
}

/** A list has each line once; a code section is unique by its chapter and number. */
const assertNew = (list: TownListName, { cells, before, others }: Written): void => {
  const { keyOf, one } = townLists[list]
  const same = (it: ListCells) => (list === 'codes' ? keyOf(it) === keyOf(cells) : saysTheSame(it, cells))
  // A book that has a section twice can still be corrected, line by line.
  if (before && same(before)) return
  if (others.some(same)) throw new Refused(422, `There is such a ${one} already`)
}

const loggedImport = ({ text, ...asked }: { text: string }, { shown: _, badLines: __, ...counts }: ListPreview) => ({
  ...asked,
  file: loggedFile(Buffer.from(text)),
  ...counts,
})

/** The file itself would make the log as large as all files ever sent; its hash tells which it was. */
const loggedFile = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

const planned = async (
  tx: CallContext['tx'],
  { list, text, whole }: { list: TownListName; text: string; whole: boolean },
) => {
  const entries = await readList(tx, list)
  const { read, lines, unusable } = await readListFile(list, text, await checkerOf(tx, list))
  const twice = list === 'codes' ? sameSections(lines) : []
  const kept = lines.filter((it) => !twice.some(({ line }) => line === it.line)).map(({ cells }) => cells)
  const { plan, stays, bad } = spare(list, entries, listPlan(list, entries, kept, whole), unusable)
  const wrong = [...bad, ...twice].sort((a, b) => a.line - b.line)
  const shown: ListPreview['shown'] = [
    ...plan.changed.slice(0, SHOWN).map(({ cells, before }) => ({ kind: 'changed' as const, cells, before })),
    ...plan.removed.slice(0, SHOWN).map(({ cells }) => ({ kind: 'removed' as const, cells, before: null })),
    ...plan.added.slice(0, SHOWN).map((cells) => ({ kind: 'added' as const, cells, before: null })),
  ]
  const preview: ListPreview = {
    version: versionOf(entries),
    read,
    added: plan.added.length,
    changed: plan.changed.length,
    removed: plan.removed.length,
    same: plan.same,
    bad: wrong.length,
    shown,
    badLines: wrong.slice(0, SHOWN),
  }
  return { preview, plan, lines: kept, stays }
}

/** A later line of a section that was already in the file. */
const sameSections = (lines: readonly { line: number; cells: ListCells }[]) => {
  const seen = new Map<string, number>()
  return lines.flatMap(({ line, cells }) => {
    const key = townLists.codes.keyOf(cells)
    const before = seen.get(key)
    if (before === undefined) seen.set(key, line)
    return before === undefined ? [] : [{ line, problem: `is the same as line ${before}` }]
  })
}

const unique = (lines: readonly ListCells[]): ListCells[] => [
  ...new Map(lines.map((cells) => [JSON.stringify(cells), cells])).values(),
]

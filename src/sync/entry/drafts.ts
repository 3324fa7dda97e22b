import type { Id } from '../../contract/id.ts'
import type { DeviceDatabase, Draft } from '../../db/database.ts'
import { againOutside, inRepeatableWrite, inTransaction } from '../../db/in-transaction.ts'
import type { RowName } from '../../db/outbox.ts'
import type { PhotoRow } from '../../db/photos.ts'
import { keptLists } from '../../records/kept-here.ts'
import { bothTyped } from '../../rules/in-front.ts'
import { currentName, formNames, splitName } from './names.ts'

/**
 * Changes what is stored under the current name of a form's record, in one transaction: two changes at the same moment
 * both count. The page may still use the former name for a moment, and a draft written under it after the renaming
 * would never be renamed. `change` gets undefined if nothing is stored.
 */
export const changeDraft = (
  db: DeviceDatabase,
  name: string,
  change: (draft: Draft | undefined) => Omit<Draft, 'form'>,
): Promise<void> =>
  inTransaction(db, 'rw', [db.ids, db.drafts, db.meta], async (db) => {
    const form = await currentName(db, name)
    await db.drafts.put({ ...change(await db.drafts.get(form)), form })
  })

/** Stores a half-typed form in place of what is there. */
export const keepDraft = (db: DeviceDatabase, draft: Draft): Promise<void> => changeDraft(db, draft.form, () => draft)

/**
 * Deletes a half-typed form under every name that it has had. `rest`: what stays of it, because another page has typed
 * it into the same form; null if nothing does.
 */
export const clearDraft = (
  db: DeviceDatabase,
  form: string,
  rest: (draft: Draft) => unknown = () => null,
): Promise<void> =>
  inRepeatableWrite(db, [db.ids, db.drafts, db.meta], async (db) => {
    const names = await formNames(db, form)
    const draft = await db.drafts.get(names.at(-1) ?? form)
    const left = draft ? rest(draft) : null
    await db.drafts.bulkDelete(names)
    if (draft && left !== null) await keepDraft(db, { ...draft, values: left })
  })

/**
 * Renames drafts and their files about records that got new names. Where something is half typed under the new name too,
 * the two become one. Runs inside a transaction over all tables.
 */
export async function renameDrafts(db: DeviceDatabase, renamed: ReadonlyMap<RowName, RowName>): Promise<void> {
  if (renamed.size === 0) return
  const names: ReadonlyMap<string, RowName> = renamed
  const follow = (form: string) =>
    form
      .split('/')
      .map((part) => names.get(part) ?? part)
      .join('/')
  const moves = (form: string) => follow(form) !== form
  const [typed, chosen] = await Promise.all([db.drafts.toCollection().primaryKeys(), chosenPhotos(db)])
  const forms = typed.filter(moves)
  if (forms.length > 0) {
    const drafts = (await db.drafts.bulkGet(forms)).filter((it) => it !== undefined)
    await db.drafts.bulkDelete(forms)
    const moved = drafts.map((it) => ({ ...it, form: follow(it.form) }))
    // Read after the deletion: what had that name may have moved away too.
    const standing = (await db.drafts.bulkGet(moved.map((it) => it.form))).filter((it) => it !== undefined)
    const byForm = new Map(standing.map((it) => [it.form, it]))
    for (const it of moved) {
      const other = byForm.get(it.form)
      byForm.set(it.form, other ? joined(other, it) : it)
    }
    await db.drafts.bulkPut([...byForm.values()])
  }
  // By the photos, not by the drafts: a form that takes only files has no draft.
  const moved = chosen.filter((it) => moves(it.form))
  if (moved.length > 0) await db.photos.bulkPut(moved.map((it) => ({ ...it, form: follow(it.form) })))
}

/**
 * Two drafts as one, the older text first. An edit is compared with the record with which it began, so the one of the
 * record that stays is kept.
 */
function joined(standing: Draft, moved: Draft): Draft {
  if (standing.seen || moved.seen) return standing
  const [older, newer] = standing.savedAt <= moved.savedAt ? [standing, moved] : [moved, standing]
  return { ...newer, values: bothTyped(older.values, newer.values) }
}

/**
 * Finds the photos that are stored under the local name of a form whose record the office has numbered since: chosen
 * in an earlier version, which renamed only forms with a typed text, or read at the moment when the record was sent.
 */
export async function renameLeftPhotos(db: DeviceDatabase): Promise<void> {
  if (!(await chosenPhotos(db)).some(hasLocalForm)) return
  await inRepeatableWrite(db, [db.photos, db.ids, db.meta], async (db) => {
    const local = (await chosenPhotos(db)).filter(hasLocalForm)
    const named = local.map(async (it) => ({ ...it, form: await currentName(db, it.form) }))
    const moved = (await Promise.all(named)).filter(({ form }, at) => form !== local[at]?.form)
    if (moved.length === 0) return
    await db.photos.bulkPut(moved)
    await countAnew(
      db,
      moved.map((it) => it.id),
    )
  })
}

const repairs = 'repair/'

/** The name of the draft of a correction, by the number of its entry, which stays when the entry gets another key. */
export const repairDraft = (seq: number): string => `${repairs}${seq}`

/** All corrections of entries that were begun and not saved. */
export const repairsBegun = (db: DeviceDatabase): Promise<Draft[]> =>
  againOutside(db, () => db.drafts.where('form').startsWith(repairs).toArray())

/** The name of the draft of a prompt's text. */
export const promptDraft = (promptId: Id): string => `prompt-edit/prompt:${promptId}`

/**
 * The number of forms that were begun and not saved: those with a typed text, with files, or with both. Apart from them
 * the lists of alerts and answers that are stored in the same way: they are saved, on this device alone.
 */
export const countUnsaved = (db: DeviceDatabase): Promise<{ forms: number; lists: number }> =>
  inTransaction(db, 'r', [db.drafts, db.photos], async (db) => {
    const [typed, chosen] = await Promise.all([db.drafts.toCollection().primaryKeys(), chosenPhotos(db)])
    const all = new Set([...typed, ...chosen.map((it) => it.form)])
    const lists = typed.filter((form) => keptLists.some((it) => form.startsWith(it))).length
    return { forms: all.size - lists, lists }
  })

/** Forms and lists together: nothing of either is anywhere else. */
export async function countUnsavedForms(db: DeviceDatabase): Promise<number> {
  const { forms, lists } = await countUnsaved(db)
  return forms + lists
}

/** The photos of all forms that are not saved: one request, because a settlement waits for it. */
const chosenPhotos = (db: DeviceDatabase): Promise<PhotoRow[]> =>
  againOutside(db, () => db.photos.where('state').equals('draft').toArray())

/** Whether a photo is in the form of a record that was made on this device. */
const hasLocalForm = ({ form }: PhotoRow): boolean => numbersIn(form).some((it) => it < 0)

/** Whether a photo is in the form of a record, which may get another name. */
export const isOfRecord = ({ form }: PhotoRow): boolean => numbersIn(form).length > 0

const numbersIn = (form: string): number[] =>
  form
    .split('/')
    .map((part) => splitName(part as RowName)[1])
    .filter((it) => !Number.isNaN(it))

/** Nobody could find these photos until now, so the days until they are deleted (`purgeDrafts`) begin again. */
async function countAnew(db: DeviceDatabase, photos: readonly string[]): Promise<void> {
  const since = await db.fact<Record<string, number>>('leftPhotos', {})
  const others = Object.entries(since).filter(([id]) => !photos.includes(id))
  if (others.length < Object.keys(since).length) await db.setFact('leftPhotos', Object.fromEntries(others))
}

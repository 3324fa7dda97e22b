import type { DeviceDatabase, Draft } from '../../db/database.ts'
import { inRepeatableWrite, inTransaction } from '../../db/in-transaction.ts'
import type { RowName } from '../../db/outbox.ts'
import { formNames } from './names.ts'

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
    const form = (await formNames(db, name)).at(-1) ?? name
    await db.drafts.put({ ...change(await db.drafts.get(form)), form })
  })

/** Stores a half-typed form in place of what is there. */
export const keepDraft = (db: DeviceDatabase, draft: Draft): Promise<void> => changeDraft(db, draft.form, () => draft)

/** Deletes a half-typed form under every name that it has had. */
export const clearDraft = (db: DeviceDatabase, form: string): Promise<void> =>
  inRepeatableWrite(db, [db.ids, db.drafts, db.meta], async (db) => {
    await db.drafts.bulkDelete(await formNames(db, form))
  })

/** Renames drafts about records that got new names. Runs inside a transaction over all tables. */
export async function renameDrafts(db: DeviceDatabase, renamed: ReadonlyMap<RowName, RowName>): Promise<void> {
  if (renamed.size === 0) return
  const names: ReadonlyMap<string, RowName> = renamed
  const follow = (form: string) =>
    form
      .split('/')
      .map((part) => names.get(part) ?? part)
      .join('/')
  const forms = (await db.drafts.toCollection().primaryKeys()).filter((form) => follow(form) !== form)
  if (forms.length === 0) return
  const drafts = (await db.drafts.bulkGet(forms)).filter((it) => it !== undefined)
  await db.drafts.bulkDelete(forms)
  await db.drafts.bulkPut(drafts.map((it) => ({ ...it, form: follow(it.form) })))
  for (const form of forms)
    await db.photos
      .where('form')
      .equals(form)
      .modify({ form: follow(form) })
}

import type { DeviceDatabase, Draft } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { RowName } from '../../db/outbox.ts'
import { formNames } from './names.ts'

/**
 * Keeps a half-typed form under the name that its record has now. The page may know the former name for a moment
 * longer, and nothing would ever rename a draft that is written after its record was.
 */
export const keepDraft = (db: DeviceDatabase, draft: Draft): Promise<void> =>
  inTransaction(db, 'rw', [db.ids, db.drafts], async (db) => {
    const form = (await formNames(db, draft.form)).at(-1) ?? draft.form
    await db.drafts.put({ ...draft, form })
  })

/** Removes a half-typed form under every name that it has had. */
export const clearDraft = (db: DeviceDatabase, form: string): Promise<void> =>
  inTransaction(db, 'rw', [db.ids, db.drafts], async (db) => {
    await db.drafts.bulkDelete(await formNames(db, form))
  })

/** Half-typed forms about records follow these to their new names. Runs inside a transaction over all tables. */
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

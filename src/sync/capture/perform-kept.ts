import * as z from 'zod/mini'
import type { Id } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { againOutside, inRepeatableWrite } from '../../db/in-transaction.ts'
import type { RowName } from '../../db/outbox.ts'
import { isFull } from '../../db/storage-error.ts'
import { addAlert } from '../../records/alert.ts'
import { addAnswer } from '../../records/answer.ts'
import {
  alertTextDraft,
  type KeptAlert,
  type KeptAnswer,
  keptAlertTextDraft,
  keptLists,
} from '../../records/kept-here.ts'
import { same } from '../../rules/same.ts'
import type { Device } from '../device/device.ts'
import { splitName } from '../entry/names.ts'
import { takesOursIn } from '../entry/takes-ours.ts'
import { perform } from './perform.ts'
import { RecordGone } from './record-gone.ts'

type Kept = KeptAlert | KeptAnswer

/**
 * Performs what was kept on this device until the server said that it supports our own calls, each value once: it leaves
 * the list in the transaction that queues it. Kept stays what was discarded here meanwhile, and what a full device has no
 * room for, because sending what waits makes room.
 */
export async function performKept(device: Device): Promise<void> {
  const { db } = device
  const forms = await againOutside(db, () => db.drafts.where('form').startsWithAnyOf(keptLists).primaryKeys())
  if (forms.length === 0 || !(await takesOursIn(db))) return
  for (const form of forms) {
    const draft = await againOutside(db, () => db.drafts.get(form))
    // The modules that write these names store such lists.
    const values = (draft?.values ?? []) as Kept[]
    for (const value of values) await performOne(device, { form, value, savedAt: draft?.savedAt ?? device.now() })
    if (values.length === 0) await inRepeatableWrite(db, [db.drafts], (db) => takeOut(db, form))
  }
}

/** The id of an alert that was kept until it was performed, by when it was written; undefined for any other. */
export const performedAs = async (db: DeviceDatabase, at: string): Promise<Id | undefined> =>
  (await db.fact(alertsPerformed, noAlerts))[at]

/** The fact with the local ids of kept alerts: a page may still show one as it was kept. */
const alertsPerformed = 'keptAlertsPerformed'
const noAlerts: Readonly<Record<string, Id>> = {}

/** Another tab has performed it, or the user has changed it meanwhile. */
class TakenOut extends Error {
  override name = 'TakenOut'
}

async function performOne(
  device: Device,
  { form, value, savedAt }: { form: string; value: Kept; savedAt: number },
): Promise<void> {
  // The list's name ends with that of its record: 'alerts-here/address:-12'.
  const parent = form.slice(form.indexOf('/') + 1) as RowName
  const [, id] = splitName(parent)
  try {
    if ('kind' in value) {
      const { kind, text, at } = value
      const beside = async (db: DeviceDatabase, alertId: Id) => {
        await takeOut(db, form, value)
        await db.setFact(alertsPerformed, { ...(await db.fact(alertsPerformed, noAlerts)), [at]: alertId })
        const typed = await db.drafts.get(keptAlertTextDraft(parent, value.id))
        if (!typed) return
        await db.drafts.delete(typed.form)
        await db.drafts.put({ ...typed, form: alertTextDraft(alertId) })
      }
      await perform(madeAt(device, Date.parse(at)), addAlert, { addressId: id }, { kind, text }, { beside })
    } else {
      const { prompt_id, content, answer, at } = value
      const beside = (db: DeviceDatabase) => takeOut(db, form, value)
      await perform(
        madeAt(device, at ?? savedAt),
        addAnswer,
        { areaId: id },
        { prompt_id, content, answer },
        { beside },
      )
    }
  } catch (error) {
    const staysKept = [TakenOut, RecordGone, z.core.$ZodError].some((kind) => error instanceof kind)
    if (!staysKept && !isFull(error)) throw error
  }
}

/** The server lets the later of two answers stand, so the time is that of the tap. */
const madeAt = (device: Device, at: number): Device => ({ ...device, now: () => at })

/** Takes a value out of its list, and deletes an empty list. Throws TakenOut if the list has no such value. */
async function takeOut(db: DeviceDatabase, form: string, value?: Kept): Promise<void> {
  const draft = await db.drafts.get(form)
  const values = (draft?.values ?? []) as Kept[]
  const left = values.filter((it) => !same(it, value))
  if (value && left.length === values.length) throw new TakenOut()
  if (draft && left.length > 0) await db.drafts.put({ ...draft, values: left })
  else await db.drafts.delete(form)
}

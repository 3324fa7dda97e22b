import { alertKinds } from '../../../src/contract/alert.ts'
import { answerValues } from '../../../src/contract/answer.ts'
import { inTransaction } from '../../../src/db/in-transaction.ts'
import { addAlert, changeAlert } from '../../../src/records/alert.ts'
import { addAnswer, setAnswer } from '../../../src/records/answer.ts'
import { perform } from '../../../src/sync/capture/perform.ts'
import type { Known } from './actions.ts'
import { type Dice, observationTexts, pickFrom, word } from './dice.ts'
import type { ActionKind } from './story.ts'
import type { Tab } from './tab.ts'

/** Alerts of premises, and answers to prompts. */
export async function doFieldAction(
  { device, db }: Tab,
  known: Known,
  action: ActionKind,
  { a, b, c }: Dice,
): Promise<void> {
  if (action === 'alert') {
    const body = { kind: alertKinds[b % alertKinds.length] ?? 'dog', text: c % 2 ? word(observationTexts, c) : '' }
    known.alerts.push(await perform(device, addAlert, { addressId: pickFrom(known.addresses, a) }, body))
    return
  }
  if (action === 'changeAlert') {
    if (known.alerts.length === 0) return
    const body = { text: word(observationTexts, c), removed: b % 3 === 0 }
    await perform(device, changeAlert, { alertId: pickFrom(known.alerts, a) }, body)
    return
  }
  const areaId = pickFrom(known.areas, a)
  const prompt_id = 1 + (b % 2)
  const answer = answerValues[c % 4] ?? null
  // As the checklist does it: one answer for each prompt of an area.
  const rows = await inTransaction(db, 'r', [db.ids, db.rows('answer')], async (db) => {
    const { server = areaId } = (await db.ids.get(['area', areaId])) ?? {}
    return db.rows('answer').where('area_id').anyOf([areaId, server]).toArray()
  })
  const standing = rows.find((it) => it.prompt_id === prompt_id)
  if (standing) await perform(device, setAnswer, { answerId: standing.id }, { answer })
  else if (answer) await perform(device, addAnswer, { areaId }, { prompt_id, content: 'Is it dry?', answer })
}

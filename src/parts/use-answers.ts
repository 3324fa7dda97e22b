import { useState } from 'react'
import type { AnswerValue } from '../contract/answer.ts'
import type { Area } from '../contract/area.ts'
import type { Id } from '../contract/id.ts'
import type { Prompt } from '../contract/room.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { addAnswer, answersOfInspection, setAnswer } from '../records/answer.ts'
import { usePerform, useRows } from '../sync/react/hooks.ts'
import { useKeptHere, useTakesOurs } from '../sync/react/kept-here.ts'
import { useLive } from '../sync/react/live.ts'
import { saved } from './use-save.ts'

/** An answer as stored on a phone whose server has no answers. */
interface KeptAnswer {
  prompt_id: Id
  content: string
  answer: AnswerValue
}

/** An answer on a page; `id` is null if only this phone has it. */
export interface ShownAnswer extends KeptAnswer {
  id: Id | null
  area_id: Id
}

const keptName = (areaId: Id) => `answers-here/area:${areaId}`

/** All answers in these areas of an inspection, including those of this phone alone. */
async function answersIn(db: DeviceDatabase, areaIds: readonly Id[]): Promise<ShownAnswer[]> {
  const rows = await db
    .rows('answer')
    .where('area_id')
    .anyOf([...areaIds])
    .toArray()
  const kept = await db.drafts.bulkGet(areaIds.map(keptName))
  const shown = new Map<string, ShownAnswer>()
  const put = (it: ShownAnswer) => shown.set(`${it.area_id} ${it.prompt_id}`, it)
  // Of two answers to one prompt, the one of this phone is newer: the office does not have it yet.
  for (const { id, area_id, prompt_id, content, answer } of rows.sort((a, b) => b.id - a.id))
    if (answer) put({ id, area_id, prompt_id, content, answer })
    else shown.delete(`${area_id} ${prompt_id}`)
  // The code below writes the values with this name.
  for (const [at, draft] of kept.entries())
    for (const it of (draft?.values ?? []) as KeptAnswer[]) put({ ...it, id: null, area_id: areaIds[at] ?? 0 })
  return [...shown.values()]
}

/** The answers in areas of one inspection, kept up to date by the server if it has them. */
export function useAnswers(inspectionId: Id, areaIds: readonly Id[]): ShownAnswer[] | undefined {
  useAnswersPulled(inspectionId, useTakesOurs())
  return useAnswersHere(areaIds)
}

/** All answers of one inspection with the areas that `read` finds, in one read; kept up to date in the same way. */
export function useAnswersWith<Found extends { areas: readonly Area[] }>(
  inspectionId: Id,
  read: (db: DeviceDatabase, inspectionId: Id) => Promise<Found>,
): { found: Found; answers: ShownAnswer[] } | undefined {
  useAnswersPulled(inspectionId, useTakesOurs())
  return useLive(
    async (db) => {
      const found = await read(db, inspectionId)
      const ids = found.areas.map((it) => it.id)
      return { found, answers: await answersIn(db, ids) }
    },
    [inspectionId],
  )
}

const useAnswersPulled = (inspectionId: Id, takesOurs: boolean | undefined) =>
  useRows(answersOfInspection(inspectionId), takesOurs === true)

const useAnswersHere = (areaIds: readonly Id[]) => useLive((db) => answersIn(db, areaIds), [areaIds.join()])

interface AreaAnswers {
  /** The answer to each prompt. */
  of: ReadonlyMap<Id, AnswerValue>
  /** The server has no answers, so they stay on this phone. */
  areHereOnly: boolean
  /** Saves an answer at once; null removes it. */
  answer(prompt: Pick<Prompt, 'id' | 'content'>, answer: AnswerValue | null): Promise<void>
}

/** The answers of one area, and the taps that change them: each is saved at once, and the last wins. */
export function useAreaAnswers(area: Area): AreaAnswers {
  const { takesOurs, value: kept, keep } = useKeptHere<KeptAnswer[]>(keptName(area.id), [])
  useAnswersPulled(area.inspection_id, takesOurs)
  const shown = useAnswersHere([area.id])
  const perform = usePerform()
  /** Tapped answers, until the device's own rows have them. */
  const [tapped, setTapped] = useState<ReadonlyMap<Id, { over: AnswerValue | null; now: AnswerValue | null }>>(
    new Map(),
  )
  const stored = new Map(shown?.map((it) => [it.prompt_id, it.answer]))
  const of = new Map(stored)
  for (const [id, { over, now }] of tapped) {
    if ((stored.get(id) ?? null) !== over) continue
    if (now) of.set(id, now)
    else of.delete(id)
  }
  const store = async ({ id, content }: Pick<Prompt, 'id' | 'content'>, answer: AnswerValue | null) => {
    if (takesOurs === false) {
      const others = kept.filter((it) => it.prompt_id !== id)
      return keep(answer ? [...others, { prompt_id: id, content, answer }] : others)
    }
    const standing = shown?.find((it) => it.prompt_id === id)?.id
    if (standing) return perform(setAnswer, { answerId: standing }, { answer })
    if (answer) return perform(addAnswer, { areaId: area.id }, { prompt_id: id, content, answer })
  }
  return {
    of,
    areHereOnly: takesOurs === false,
    async answer(prompt, answer) {
      const over = stored.get(prompt.id) ?? null
      setTapped(new Map(tapped).set(prompt.id, { over, now: answer }))
      const done = await saved(async () => ({ made: await store(prompt, answer) }))
      if (done === null) setTapped((all) => new Map([...all].filter(([id]) => id !== prompt.id)))
    },
  }
}

import { useRef } from 'react'
import type { AnswerValue } from '../contract/answer.ts'
import type { Area } from '../contract/area.ts'
import type { Id } from '../contract/id.ts'
import type { Prompt } from '../contract/room.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { addAnswer, answersOfInspection, setAnswer } from '../records/answer.ts'
import { type KeptAnswer, keptAnswersOf } from '../records/kept-here.ts'
import { serverIdOf } from '../sync/entry/names.ts'
import { useEngine } from '../sync/react/engine.ts'
import { usePerform, usePull } from '../sync/react/hooks.ts'
import { useKeptHere, useTakesOurs } from '../sync/react/kept-here.ts'
import { useLive } from '../sync/react/live.ts'
import { useOptimisticValues } from './use-optimistic-value.ts'
import { saved } from './use-save.ts'

/** An answer on a page; `id` is null if only this phone has it. */
export interface ShownAnswer extends KeptAnswer {
  id: Id | null
  area_id: Id
}

/**
 * The answers in these areas, also those taken back; the newest to a prompt last. Of two, the one of this phone is
 * newer: the office does not have it yet.
 */
async function rowsIn(db: DeviceDatabase, areaIds: readonly Id[]) {
  const rows = await db
    .rows('answer')
    .where('area_id')
    .anyOf([...areaIds])
    .toArray()
  return rows.sort((a, b) => b.id - a.id)
}

/** All answers in these areas of an inspection, including those only on this phone. */
async function answersIn(db: DeviceDatabase, areaIds: readonly Id[]): Promise<ShownAnswer[]> {
  const rows = await rowsIn(db, areaIds)
  const kept = await db.drafts.bulkGet(areaIds.map(keptAnswersOf))
  const shown = new Map<string, ShownAnswer>()
  const put = (it: ShownAnswer) => shown.set(`${it.area_id} ${it.prompt_id}`, it)
  for (const { id, area_id, prompt_id, content, answer } of rows)
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

const useAnswersPulled = (inspectionId: Id, takesOurs: boolean | null | undefined) =>
  usePull(answersOfInspection(inspectionId), 'list', takesOurs === true)

const useAnswersHere = (areaIds: readonly Id[]) =>
  useLive((db) => answersIn(db, areaIds), [areaIds.join()], `answers in ${areaIds}`)

interface AreaAnswers {
  /** The answer to a prompt; null for none. */
  of(promptId: Id): AnswerValue | null
  /** The server has no answers, so they stay on this phone. */
  areHereOnly: boolean
  /** Saves an answer at once; null removes it. */
  answer(prompt: Pick<Prompt, 'id' | 'content'>, answer: AnswerValue | null): Promise<void>
}

/** The answers of one area, and the taps that change them: each is saved at once, and the last wins. */
export function useAreaAnswers(area: Area): AreaAnswers {
  const { takesOurs, isToBeKept, keep } = useKeptHere<KeptAnswer[]>(keptAnswersOf(area.id), [])
  useAnswersPulled(area.inspection_id, takesOurs)
  const stored = new Map(useAnswersHere([area.id])?.map((it) => [it.prompt_id, it.answer]))
  const { shown, choose } = useOptimisticValues((promptId: Id) => stored.get(promptId) ?? null)
  const perform = usePerform()
  const { db, now } = useEngine().device
  const lastStored = useRef<Promise<unknown>>(Promise.resolve())
  const store = async ({ id, content }: Pick<Prompt, 'id' | 'content'>, answer: AnswerValue | null) => {
    const isKept = await isToBeKept()
    // The page may be some taps behind, so the device is asked what the answer replaces.
    const rows = await rowsIn(db, [await serverIdOf(db, 'area', area.id)])
    const standing = rows.findLast((it) => it.prompt_id === id)
    // After a new sign-in, only the answers that still wait are here, and the server has to be asked again.
    if (isKept && !standing)
      return keep((kept) => {
        const others = kept.filter((it) => it.prompt_id !== id)
        return answer ? [...others, { prompt_id: id, content, answer, at: now() }] : others
      })
    if (standing) return perform(setAnswer, { answerId: standing.id }, { answer })
    if (answer) return perform(addAnswer, { areaId: area.id }, { prompt_id: id, content, answer })
  }
  /** The next answer is stored when the last one is: otherwise both would be the first. */
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const mine = lastStored.current.then(act)
    lastStored.current = mine.catch(() => undefined)
    return mine
  }
  return {
    of: shown,
    areHereOnly: takesOurs === false,
    answer: (prompt, answer) =>
      choose(prompt.id, answer, () => saved(() => inTurn(() => store(prompt, answer).then(() => true)))),
  }
}

import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Params } from '../contract/call-name.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { AnyRow } from '../db/rows.ts'
import { changedFields } from '../records/merge.ts'
import type { Query } from '../records/query.ts'
import { isAlike } from '../rules/alike.ts'
import type { Failure, Leaves } from '../sync/online/call.ts'
import { useCall } from '../sync/react/hooks.ts'
import { useReadNow } from '../sync/react/read-now.ts'

interface Options<Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType, Row extends AnyRow> {
  endpoint: Endpoint<Path, Body, Reply>
  params: Params<Path>
  /** The query that reads the office's current record. */
  fresh: Query<Row>
  /** All fields of a record, as the form shows them and the call takes them. */
  fieldsOf(row: Row): z.input<Body> & object
  leaves: Leaves
}

/** An edit that is sent at once: what failed, and what somebody else has changed meanwhile. */
export interface DirectEdit<Body extends z.ZodMiniType = z.ZodMiniType, Row = unknown> {
  failure: Failure | undefined
  /** Fields that both changed, with the office's value. Saving again overwrites it with the user's. */
  clashes: readonly { name: string; theirs: unknown }[]
  isSaving: boolean
  /** `seen` is the record as it was when the form was opened. Resolves to whether the edit is saved at the office. */
  save(typed: z.input<Body> & object, seen: Row): Promise<boolean>
  forget(): void
}

/**
 * Saves an edit that is online only. The record is read again first: fields that the user did not change keep the
 * office's newer value, and a field that both changed is shown before it is overwritten.
 */
export function useDirectEdit<
  Path extends string,
  Body extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Row extends AnyRow,
>({ endpoint, params, fresh, fieldsOf, leaves }: Options<Path, Body, Reply, Row>): DirectEdit<Body, Row> {
  const call = useCall()
  const readNow = useReadNow()
  const [failure, setFailure] = useState<Failure>()
  const [clashes, setClashes] = useState<DirectEdit['clashes']>([])
  const [isSaving, setSaving] = useState(false)
  const told = useRef<Record<string, unknown>>({})
  const forget = () => {
    told.current = {}
    setFailure(undefined)
    setClashes([])
  }
  const attempt = async (typed: z.input<Body> & object, seen: Row): Promise<boolean> => {
    const now = await readNow(fresh)
    if (now.kind === 'failed') {
      setFailure(now)
      return false
    }
    const theirs = fieldsOf(now.reply)
    const before = { ...fieldsOf(seen), ...told.current }
    const mine = changedFields({ body: typed, before })
    const both = Object.entries(mine)
      .map(([name, value]) => ({ name, value, theirs: Reflect.get(theirs, name) }))
      .filter((it) => !isAlike(Reflect.get(before, it.name), it.theirs) && !isAlike(it.value, it.theirs))
    setFailure(undefined)
    setClashes(both)
    for (const it of both) told.current[it.name] = it.theirs ?? null
    if (both.length > 0) return false
    const answer = await call(endpoint, params, { ...theirs, ...mine }, leaves)
    if (answer.kind === 'failed') setFailure(answer)
    else forget()
    return answer.kind === 'done'
  }
  return {
    failure,
    clashes,
    isSaving,
    forget,
    async save(typed, seen) {
      setSaving(true)
      try {
        return await attempt(typed, seen)
      } finally {
        setSaving(false)
      }
    },
  }
}

import { useCallback } from 'react'
import type { DeviceDatabase } from '../../db/database.ts'
import { keepDraft } from '../entry/drafts.ts'
import { useEngine } from './engine.ts'
import { useLive } from './live.ts'

/**
 * Whether this town's server takes our own calls, such as alerts: only one that does tells its changes and its history.
 * Remembered, so that it is known without signal too; undefined while it is read.
 */
export const useTakesOurs = (): boolean | undefined => useLive(takesOursIn, [])

async function takesOursIn(db: DeviceDatabase): Promise<boolean> {
  const { history, feed } = await db.facts({ history: null, feed: null })
  return (history ?? feed) !== null
}

interface KeptHere<Value> {
  /** Whether the server takes what is kept: then nothing should be kept here. */
  takesOurs: boolean | undefined
  value: Value
  keep(next: Value): Promise<void>
}

/**
 * A value that stays on this device, for what no call of the server takes. It is kept as half-typed forms are: `name`
 * says what it is about ('alerts-here/address:-12'), and it follows the record to its new number. One read for all of it.
 */
export function useKeptHere<Value>(name: string, usual: Value): KeptHere<Value> {
  const { device } = useEngine()
  const { db } = device
  const read = useLive(async (it) => ({ takesOurs: await takesOursIn(it), draft: await it.drafts.get(name) }), [name])
  const keep = useCallback(
    (values: Value) => keepDraft(db, { form: name, values, savedAt: device.now() }),
    [db, device, name],
  )
  // What is kept under a name is written by one module, so its shape is known there.
  return { takesOurs: read?.takesOurs, value: (read?.draft?.values as Value | undefined) ?? usual, keep }
}

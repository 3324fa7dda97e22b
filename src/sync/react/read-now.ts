import { useCallback } from 'react'
import type { AnyRow } from '../../db/rows.ts'
import type { Query } from '../../records/query.ts'
import type { ValueQuery } from '../../records/value.ts'
import { loadedOnce } from '../device/loaded-once.ts'
import type { Answer } from '../online/call.ts'
import { useEngine } from './engine.ts'
import { notYet, withoutCode } from './hooks.ts'

const callingCode = loadedOnce(() => import('../online/call.ts'))

/** Reads a record from the office now, just before an edit of it is sent. */
export function useReadNow() {
  const { device } = useEngine()
  return useCallback(
    async <Row extends AnyRow>(query: Query<Row>): Promise<Answer<Row>> =>
      (await callingCode().catch(notYet))?.readNow(device, query) ?? withoutCode,
    [device],
  )
}

/** Asks the office for something that the device does not store. */
export function useAskNow() {
  const { device } = useEngine()
  return useCallback(
    async <Value>(query: ValueQuery<Value>): Promise<Answer<Value>> =>
      (await callingCode().catch(notYet))?.askNow(device, query) ?? withoutCode,
    [device],
  )
}

import { useCallback, useEffect, useState } from 'react'
import type { ValueQuery } from '../records/value.ts'
import type { Failure } from '../sync/online/call.ts'
import { useAskNow } from '../sync/react/read-now.ts'

/** Whether one of our own calls may be tried: the server takes them, or has not told yet. */
export const mayAskOurs = (takesOurs: boolean | null | undefined): boolean => takesOurs === true || takesOurs === null

/** An answer of the office, requested when the page opens and again after a change. It is not stored. */
export function useAsked<Value>(query: () => ValueQuery<Value>, isAsked: boolean) {
  const askNow = useAskNow()
  const [value, setValue] = useState<Value>()
  const [failure, setFailure] = useState<Failure>()
  const ask = useCallback(async (): Promise<Value | null> => {
    const answer = await askNow(query())
    if (answer.kind === 'failed') {
      setFailure(answer)
      return null
    }
    setFailure(undefined)
    setValue(answer.reply)
    return answer.reply
  }, [askNow, query])
  useEffect(() => {
    if (isAsked) void ask()
  }, [ask, isAsked])
  return { value, failure, ask, setValue }
}

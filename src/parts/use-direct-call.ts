import { useState } from 'react'
import type { Answer, Failure } from '../sync/online/call.ts'
import { useCall } from '../sync/react/hooks.ts'

/** Direct calls of one button or form, one at a time: whether one is in progress, and why the last one failed. */
export function useDirectCall() {
  const call = useCall()
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  /** The reply; null if the call failed, for the reason in `failure`. */
  const make = async <Reply extends object>(
    asked: (by: typeof call) => Promise<Answer<Reply>>,
  ): Promise<Reply | null> => {
    setBusy(true)
    setFailure(undefined)
    const answer = await asked(call).finally(() => setBusy(false))
    if (answer.kind === 'done') return answer.reply
    setFailure(answer)
    return null
  }
  return { failure, isBusy, make }
}

/** Calls of one batch that are carried out at once. The rest of the database's places stays free for others. */
const LANES = 4

/**
 * Carries out the calls of a batch and returns their answers in the order of the calls. Calls with the same lane keep
 * their order; calls of different lanes run side by side. A call without a lane (null) may depend on any earlier one,
 * and any later one on it: it runs alone. The first error of `carryOut` is thrown once nothing runs any more.
 */
export async function inLanes<Call, Answer>(
  calls: readonly Call[],
  laneOf: (call: Call) => string | null,
  carryOut: (call: Call) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let lanes = new Map<string, number[]>()
  const runAll = async () => {
    const waiting = [...lanes.values()]
    lanes = new Map()
    const worker = async () => {
      for (let lane = waiting.shift(); lane; lane = waiting.shift())
        for (const at of lane) answers[at] = await carryOut(calls[at] as Call)
    }
    const ended = await Promise.allSettled(Array.from({ length: LANES }, worker))
    for (const it of ended) if (it.status === 'rejected') throw it.reason
  }
  for (const [at, call] of calls.entries()) {
    const lane = laneOf(call)
    if (lane !== null) {
      lanes.set(lane, [...(lanes.get(lane) ?? []), at])
      continue
    }
    await runAll()
    answers[at] = await carryOut(call)
  }
  await runAll()
  return answers
}

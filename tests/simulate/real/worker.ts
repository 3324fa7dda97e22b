import '../world/platform.ts'
import { parentPort } from 'node:worker_threads'
import { play } from './play.ts'
import type { Call, FromWorker, Reply, ToWorker } from './point.ts'

/** Calls the office in the main thread, which has the real clock and platform. */
const waiting = new Map<number, (reply: Reply) => void>()
let asked = 0
const tell = (told: FromWorker) => parentPort?.postMessage(told)

const ask = (call: Call): Promise<Reply> =>
  new Promise((resolve) => {
    const n = ++asked
    waiting.set(n, resolve)
    tell({ kind: 'ask', n, call })
  })

parentPort?.on('message', async (said: ToWorker) => {
  if (said.kind === 'play') return tell({ kind: 'played', played: await play(said.point, said.town, ask) })
  waiting.get(said.n)?.(said.reply)
  return waiting.delete(said.n)
})

import { useEffect, useRef } from 'react'
import type { Device } from '../device/device.ts'
import { loadedOnce } from '../device/loaded-once.ts'
import { useEngine } from './engine.ts'
import { notYet, reachableAgain, useCodeSoon, useSyncStatus } from './hooks.ts'

/**
 * The pause between two questions while there is no signal (ms), with a random part each time so that devices do not
 * ask in step.
 */
const askEveryMs = { least: 1_500, more: 2_000 }

/** A server that answers with errors is asked only when the user does something, and no more often than this (ms). */
const sparedMs = 10_000

/**
 * Events that may mean that signal is back. `navigator.onLine` is not used: it stays true when the network is gone.
 */
const hints = ['online', 'focus', 'pageshow'] as const

/** The code that asks whether there is signal. */
export const askingCode = loadedOnce(() => import('../transport/ask-signal.ts'))

/**
 * While unsent work waits for signal and the page is visible, asks whether the server can be reached. Sending then
 * starts seconds after the signal returns, instead of at the end of the back-off.
 */
export function useSignalWatch(): void {
  const { device } = useEngine()
  const { connection, paused, waiting, photosWaiting } = useSyncStatus()
  const isStuck = paused === null && connection !== 'online' && waiting + photosWaiting > 0
  const before = useRef(connection)
  useEffect(() => {
    const wasAway = before.current === 'noSignal' || before.current === 'serverDown'
    before.current = connection
    if (wasAway && connection === 'online') window.dispatchEvent(new Event(reachableAgain))
  }, [connection])
  // Loaded early, because there may be no signal to load it when it is needed.
  useCodeSoon(askingCode)
  useEffect(
    () => (isStuck ? watchForSignal(device, connection === 'serverDown' ? 'spare' : 'ask') : undefined),
    [device, isStuck, connection],
  )
}

/** Asks at each hint; with `ask` also every few seconds. Returns the function that stops it. */
function watchForSignal(device: Device, manner: 'ask' | 'spare'): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isOver = false
  let askedAt = Number.NEGATIVE_INFINITY
  const askLater = () => {
    clearTimeout(timer)
    if (isOver || manner === 'spare' || document.visibilityState === 'hidden') return
    timer = setTimeout(ask, askEveryMs.least + device.random() * askEveryMs.more)
  }
  const ask = async () => {
    const isSpared = manner === 'spare' && performance.now() - askedAt < sparedMs
    if (isOver || isAsking || isSpared || document.visibilityState === 'hidden') return
    isAsking = true
    askedAt = performance.now()
    try {
      const asking = await askingCode().catch(notYet)
      await asking?.askForSignal(device)
    } catch (error) {
      // The session may have ended meanwhile.
      if (!isOver) throw error
    } finally {
      isAsking = false
      askLater()
    }
  }
  const hinted = () => void ask()
  for (const hint of hints) window.addEventListener(hint, hinted)
  document.addEventListener('visibilitychange', hinted)
  askLater()
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const hint of hints) window.removeEventListener(hint, hinted)
    document.removeEventListener('visibilitychange', hinted)
  }
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'

/** The load of a page's main thread since the last reading. */
export interface MainThread {
  longestTaskMs: number
  /** The scripts of the longest frame, as the browser names them. */
  whose: string
  /** Tasks over 50 ms. */
  longTasks: number
  /** The largest JavaScript heap (MB). */
  heapMb: number
  /** The largest private memory of the page's process, bytes of photos included (MB). */
  privateMb: number
}

const mb = (bytes: number) => Math.round(bytes / 1_048_576)

/** Watches a page. Call `read` before the page opens another document, because counting starts again there. */
export async function watchMainThread(page: Page): Promise<{ read(): Promise<MainThread> }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  let heap = 0
  let own = 0
  await page.addInitScript(`
    globalThis.longTasks = []
    const noteTask = (ms, whose) => globalThis.longTasks.push({ ms, whose })
    new PerformanceObserver((list) => {
      for (const it of list.getEntries()) noteTask(it.duration, it.entryType)
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const it of list.getEntries()) {
        const whose = [...it.scripts].sort((a, b) => b.duration - a.duration).slice(0, 2)
          .map((s) => Math.round(s.duration) + ' ms ' + s.invoker + ' ' + s.sourceFunctionName + ' ' + s.sourceURL.split('/').pop() + ':' + s.sourceCharPosition)
        noteTask(-it.duration, whose.join('; '))
      }
    }).observe({ type: 'long-animation-frame', buffered: true })
  `)
  const look = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    heap = Math.max(heap, metrics.find((it) => it.name === 'JSHeapUsedSize')?.value ?? 0)
    own = Math.max(own, privateBytes())
  }
  const timer = setInterval(() => void look().catch(() => clearInterval(timer)), 250)
  return {
    async read() {
      await look()
      const ours = await page.evaluate<{ ms: number; whose: string }[]>('globalThis.longTasks.splice(0)')
      const whole = ours.filter((it) => it.ms > 0).map((it) => it.ms)
      const frames = ours.filter((it) => it.ms < 0).sort((a, b) => a.ms - b.ms)
      const said: MainThread = {
        longestTaskMs: Math.round(Math.max(0, ...whole)),
        whose: frames[0]?.whose ?? '',
        longTasks: whole.length,
        heapMb: mb(heap),
        privateMb: mb(own),
      }
      heap = 0
      own = 0
      return said
    },
  }
}

/** Memory of the largest page process below this one. */
function privateBytes(): number {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args', '-ww'], { encoding: 'utf8', maxBuffer: 50_000_000 })
    .split('\n')
    .slice(1)
    .map((it) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(it))
    .filter((it) => it !== null)
  const mine = new Set([String(process.pid)])
  const pages: string[] = []
  // The list has parents before their children.
  for (const [, pid = '', parent = '', args = ''] of lines) {
    if (!mine.has(parent)) continue
    mine.add(pid)
    if (args.includes('--type=renderer')) pages.push(pid)
  }
  return Math.max(0, ...pages.map(privateOf))
}

function privateOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const kb = [...text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB/gm)].map((it) => Number(it[1]))
    return kb.reduce((sum, it) => sum + it, 0) * 1024
  } catch {
    // The process has ended, or this system has no such file.
    return 0
  }
}

import { expect, test } from '@playwright/test'
import { filesIn } from '../tests/bench/files.ts'
import { weightOf } from '../tests/bench/weight.ts'
import { dist } from './static-site.ts'

// Desk only: bytes have no layout.

/**
 * The most that the build may weigh, in bytes: a few tenths of a percent above its weight when the figure was written,
 * because names of files change how well they compress. If you need more, change the figure here and say why in the
 * commit; if you made it lighter, lower it.
 */
const budget = [
  // With the page that paints no frame after the office has cleared the device. Half of it are names of files: a change
  // anywhere renames them, which moves this by up to 20 bytes either way.
  ['worker', 8_390],
  // With the plots (16 kB) and the office's pages: search and ticks of lists, due list, complaint by phone (9 kB), the
  // board of the week with the library that drags its cards (16 kB), review queue, doubles and transfer (13 kB), and the
  // Admin's tools (13 kB). With a download of the map that outlives its address, and shared pictures that wait for room
  // without being doubled (1 kB). With forms that two pages share without losing each other's words, repairs that keep
  // their key, and failures that stay until they are read (2 kB). With pages that ask again before their files' addresses
  // expire, and words for an address book that finds no room (0.4 kB).
  ['install', 678_500],
  // With the camera that follows its place, and EXIF in photos that were HEIC, PNG or WebP (2 kB).
  ['kept', 2_234_000],
  // With what tells a firewall's page from a network's, and another town from this one (0.6 kB).
  ['background', 82_600],
  ['shrinker', 18_000],
  // With what searches long lists and writes spreadsheets (33 kB).
  ['letters', 412_000],
  ['previews', 831_000],
] as const
/** Of the dashboard: the page and all that it needs, gzip. Names of files, which are hashes, move it by 40 bytes. */
const firstScreen = 207_500

test('P1 the built app keeps within its budget of bytes, whatever is added to it', () => {
  const weight = weightOf(filesIn(dist))
  for (const [part, most] of budget) expect.soft(weight[part], part).toBeLessThanOrEqual(most)
  expect.soft(weight.dashboard.bytes, 'first screen').toBeLessThanOrEqual(firstScreen)
})

test('P2 V8 is told to compile the files of a start ahead, in the first line of each', () => {
  const files = filesIn(dist)
  const ofStart = [...files.keys()].filter((it) =>
    /^\/assets\/(vendor|first|start|lists|dashboard-screen|after-start|after|field|shared)-[\w-]{8}\.js$/.test(it),
  )
  expect(ofStart).toHaveLength(9)
  const firstLine = (path: string) => files.get(path)?.bytes.toString().split('\n', 1)[0]?.slice(0, 40)
  for (const it of ofStart) expect(firstLine(it), it).toBe('//# allFunctionsCalledOnLoad')
})

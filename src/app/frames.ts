import { asOfText } from '../rules/date-text.ts'
import { dayMs } from '../rules/dates.ts'
import { frameName, frameNames, frameOwner } from '../sync/device/frames.ts'
import { read, readJson, write } from '../sync/device/local-storage.ts'
import { DESK, isDesk } from '../ui/media.ts'
import { isSettled, isTick } from './settled.ts'
import { whenIdle } from './when-idle.ts'

/** A node of a frame: a text, or tag, attributes and children. Properties of fields are stored as attributes too. */
type FrameNode = string | [string, Record<string, string | boolean>, ...FrameNode[]]

/** One screen as the page's small script paints it (first-frame.js). */
interface Frame {
  here: string
  /** The build that made it, by the URL of its first module. */
  app: string
  /** A media query, and whether it matched. */
  media: string
  held: boolean
  /** When it was made (ms), until when it may be painted (ms), and the texts for its age on the same day and later. */
  at: number
  until: number
  asOf: [string, string]
  title: string
  /** The width of the scroll bar (px). */
  bar: number
  nodes: FrameNode[]
}

/** The most screens with a stored frame; the one not seen for longest is deleted first. */
const maxFrames = 16
/** The size limit of one frame in characters. A screenful of a long list has about 20,000. */
const maxLength = 60_000
/** How much more than the screen is stored, in case the phone is rotated when it is opened again. */
const screenfuls = 1.25
/** Frames older than this are not painted (ms). */
const maxAgeMs = 3 * dayMs
/** A frame is written once nothing has changed for this long (ms). */
const settleMs = 700

/** Parts that a frame must not repeat: messages, questions, and what is only true for the moment. */
const left = 'dialog, script, style, template, iframe, video, audio, canvas, object, [popover], [aria-live]'
/**
 * Screens without a frame. Some say what has been sent, which only the device may answer, never a copy. The styles of
 * the week board are not in the first page.
 */
const unframed = /^\/(unsent|device|field|week)\b/

/** From now on stores a frame of each screen shown in `root`. */
export function keepFrames(root: HTMLElement, zone: () => string): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A screen shown before this code was loaded is stored too.
  let isChanged = true
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    if (!isChanged) return
    isChanged = false
    keepFrame(root, zone())
  }
  const keepSoon = () => {
    isChanged = true
    clearTimeout(timer)
    timer = setTimeout(() => whenIdle(keep, 0), settleMs)
  }
  keepSoon()
  new MutationObserver(keepSoon).observe(root, { childList: true, characterData: true, subtree: true })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
  addEventListener('pagehide', keep)
}

/** Writes the frame of the current screen, and that of the shell around it. */
function keepFrame(root: HTMLElement, zone: string): void {
  const here = frameOwner()
  const app = document.querySelector('script[type=module]')?.getAttribute('src')
  const main = root.querySelector('main')
  // There is nothing to store while somebody signs in or out, a question is open, or the first rows are loading.
  if (here === null || !app || !main || !isSettled(root) || document.querySelector('dialog[open]')) return
  const at = new Date()
  const frame: Frame = {
    here,
    app,
    media: DESK,
    held: isDesk(),
    at: at.getTime(),
    until: at.getTime() + maxAgeMs,
    asOf: [asOfText(at, at, zone), asOfText(at, new Date(0), zone)],
    title: document.title,
    bar: window.innerWidth - document.documentElement.clientWidth,
    nodes: nodesOf(root),
  }
  const address = location.pathname + location.search
  if (!unframed.test(address)) {
    const name = frameName(address)
    if (read(name) === null) makeRoom(app)
    writeFrame(name, frame)
  }
  writeFrame(frameName(), { ...frame, title: 'CodeSoft', nodes: frame.nodes.map(withoutScreen) })
}

function writeFrame(name: string, frame: Frame): void {
  const text = JSON.stringify(frame)
  write(name, text.length > maxLength ? null : text)
}

/** Makes room for one more frame: deletes those of other builds, then the oldest beyond the limit. */
function makeRoom(app: string): void {
  const kept = frameNames().map((name) => {
    const frame = Object(readJson(name))
    return { name, at: frame.app === app ? Number(frame.at) : 0 }
  })
  const newestFirst = kept.sort((a, b) => b.at - a.at)
  for (const [place, { name, at }] of newestFirst.entries()) if (place >= maxFrames || at === 0) write(name, null)
}

function nodesOf(root: HTMLElement): FrameNode[] {
  const end = window.innerHeight * screenfuls - window.scrollY
  return [...root.childNodes].flatMap((node) => nodeOf(node, end))
}

/** A node as stored in a frame; none for nodes below `end` (px in the window) or excluded ones. */
function nodeOf(node: Node, end: number): FrameNode[] {
  if (node instanceof Text) return [node.data]
  if (!(node instanceof HTMLElement || node instanceof SVGElement) || node.matches(left)) return []
  if (node instanceof HTMLElement && node.getBoundingClientRect().top > end) return []
  const children = [...node.childNodes].flatMap((child) => nodeOf(child, end))
  return [[node.localName, attributesOf(node), ...children]]
}

function attributesOf(node: HTMLElement | SVGElement): Record<string, string | boolean> {
  const attributes: Record<string, string | boolean> = {}
  for (const { name, value } of node.attributes) {
    if (!/^(on|src|autofocus|action|formaction|ping)/.test(name)) attributes[name] = value
  }
  if (isTick(node)) attributes.checked = node.checked
  // The typed text of a form is included, but never a password.
  else if (node instanceof HTMLInputElement && node.type !== 'password' && node.type !== 'file')
    attributes.value = node.value
  if (node instanceof HTMLTextAreaElement) attributes.value = node.value
  if (node instanceof HTMLOptionElement) attributes.selected = node.selected
  if (node instanceof HTMLImageElement) {
    // Pictures are loaded by the app; their place is reserved.
    const { width, height } = node.getBoundingClientRect()
    attributes.style = `${attributes.style ?? ''};width:${width}px;height:${height}px`
  }
  // Keeps the scroll position of tabs that are wider than the screen.
  if (node.scrollLeft > 0) attributes['data-left'] = String(node.scrollLeft)
  if (node.dataset.frame === 'unsaid') attributes.style = `${attributes.style ?? ''};visibility:hidden`
  return attributes
}

/** The shell without a screen, for a URL that was not shown here yet. */
function withoutScreen(node: FrameNode): FrameNode {
  if (typeof node === 'string') return node
  const [tag, attributes, ...children] = node
  if (tag === 'main') return [tag, attributes, ['div', { role: 'status' }, 'Loading...']]
  return [tag, attributes, ...children.map(withoutScreen)]
}

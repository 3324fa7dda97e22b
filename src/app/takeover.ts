import { endStart, isReading, watchReads } from '../sync/device/start.ts'
import { type EarlySignIn, keepEarlySignIn } from '../sync/session/early-sign-in.ts'
import { isSettled, isTick } from './settled.ts'
import { whenIdle } from './when-idle.ts'

declare global {
  interface Window {
    /** The frame on the page, painted by first-frame.js before any module. */
    codesoftFirstFrame?:
      | { host: HTMLElement; shadow: ShadowRoot; taps: Element[]; early?: EarlySignIn | undefined }
      | undefined
  }
}

/** The start ends after this long even if the screen still waits for something (ms from the app's first render). */
const longestMs = 2_000
/**
 * If something is still missing on the screen this long after the last read of the device (ms), the device does not
 * have it.
 */
const quietMs = 60

/**
 * Waits for the live screen, then removes the first frame, repeats taps made on it, and runs everything that waited
 * for the screen. A screen that lacks only server data counts as live, because nothing is asked of the server until
 * the start ends. `isReady` resolves when it is known who is signed in and the screen's code is loaded.
 */
export function takeOver(root: HTMLElement, isReady: Promise<unknown>): void {
  let isOver = false
  let quiet: ReturnType<typeof setTimeout> | undefined
  const endIfRead = () => {
    clearTimeout(quiet)
    quiet = setTimeout(() => {
      // Rendering, and the reads that it starts, come before idle time.
      whenIdle(() => {
        if (!isReading()) void isReady.then(end, end)
      }, 0)
    }, quietMs)
  }
  const end = () => {
    watch.disconnect()
    unwatchReads()
    clearTimeout(timer)
    clearTimeout(quiet)
    if (isOver) return
    isOver = true
    if (window.codesoftFirstFrame) reveal(root, window.codesoftFirstFrame)
    performance.mark('codesoft-live')
    // The browser first paints the frame with the screen.
    setTimeout(endStart)
  }
  const look = () => {
    // A message that the app cannot start is shown in place of its screens.
    if (root.querySelector('.first-words')) requestAnimationFrame(end)
    // What is being read may still change the screen, even if no part of it says that it is loading.
    else if (isSettled(root) && !isReading()) requestAnimationFrame(() => void (isReading() || end()))
  }
  const watch = new MutationObserver(look)
  const unwatchReads = watchReads(() => {
    look()
    endIfRead()
  })
  const timer = setTimeout(end, longestMs)
  watch.observe(root, { childList: true, subtree: true })
  look()
}

function reveal(root: HTMLElement, { host, shadow, taps, early }: NonNullable<Window['codesoftFirstFrame']>): void {
  if (!host.isConnected) return
  const focused = shadow.activeElement
  root.className = ''
  window.codesoftFirstFrame = undefined
  host.remove()
  for (const field of shadow.querySelectorAll<Field>('input, select, textarea')) carryOver(field, root)
  if (focused instanceof HTMLElement) focusOn(focused, root)
  if (early) {
    keepEarlySignIn(early)
    root.querySelector('form')?.requestSubmit()
  }
  const opened = location.href
  for (const tapped of taps) {
    // Taps made before the screen changed belong to the old screen.
    if (location.href !== opened) return
    sameIn(root, tapped)?.click()
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isField = (element: Element): element is Field => element.matches('input, select, textarea')

/** Copies a typed or chosen value of the frame into the live field, unless that already has a different value. */
function carryOver(field: Field, root: HTMLElement): void {
  const live = isChanged(field) && sameIn(root, field)
  if (!live || !isField(live) || live.disabled) return
  if (isTick(field)) {
    if (isTick(live) && live.checked !== field.checked) live.click()
    return
  }
  // React compares with the value that it set itself, so the prototype's own setter is used.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(live), 'value')?.set?.call(live, field.value)
  live.dispatchEvent(new Event(live instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((it) => it.selected !== it.defaultSelected)
  if (isTick(field)) return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

function focusOn(focused: HTMLElement, root: HTMLElement): void {
  const live = sameIn(root, focused)
  live?.focus({ preventScroll: true })
  if (live instanceof HTMLInputElement && focused instanceof HTMLInputElement && focused.selectionStart !== null)
    live.setSelectionRange(focused.selectionStart, focused.selectionEnd)
}

const controls = 'a, button, input, summary, select, textarea, [role=tab], [role=button], [role=option]'

/** The live control that matches one of the frame; null if there is none, or if it is ambiguous. */
function sameIn(root: HTMLElement, of: Element): HTMLElement | null {
  const signature = signatureOf(of)
  const before = [...(of.getRootNode() as ShadowRoot).querySelectorAll(controls)].filter(
    (it) => signatureOf(it) === signature,
  )
  const now = [...root.querySelectorAll<HTMLElement>(controls)].filter((it) => signatureOf(it) === signature)
  // Among several that look the same, the one at the same position, if their number is the same. With one row more,
  // the tap may have meant another.
  return now.length === before.length ? (now[before.indexOf(of)] ?? null) : now.length === 1 ? (now[0] ?? null) : null
}

/** What identifies a control for a person: its kind, its target, its name. */
const signatureOf = (element: Element): string =>
  [
    element.localName,
    element.getAttribute('href'),
    element.getAttribute('name'),
    element.getAttribute('type'),
    element.getAttribute('aria-label'),
    isField(element) ? element.labels?.[0]?.textContent : element.textContent?.slice(0, 120),
  ].join('|')

/** The first wait after a failure, in milliseconds; each further failure doubles it. */
const firstDelayMs = 2_000
/** The longest wait. With jitter at least half of it passes: at most 2 requests a minute in steady failure. */
const maxDelayMs = 60_000

/**
 * How long to wait before the next attempt. `attempts` is how many have failed so far (1 after the first), `random` a
 * number from 0 up to 1: devices that lost the server together must not all return at once.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const doublings = Math.min(Math.max(attempts, 1) - 1, 30)
  const delayMs = Math.min(firstDelayMs * 2 ** doublings, maxDelayMs)
  return Math.round(delayMs * (0.5 + random / 2))
}

/** A longer wait is not believed: a wrong header must not keep work on a phone for weeks. */
const maxRetryAfterMs = 24 * 60 * 60 * 1000

/** How long a `Retry-After` header asks to wait, from seconds or an HTTP date; null if it is unreadable. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs)
  const at = momentOf(text)
  return at === null ? null : Math.min(Math.max(at - now.getTime(), 0), maxRetryAfterMs)
}

/**
 * The `Retry-After` header, with a date as seconds from the answer's own `Date`: the clock of the device may be hours
 * off. As it is if the answer has no date.
 */
export function retryAfterInSeconds(headers: Headers): string | null {
  const header = headers.get('Retry-After')
  const sent = momentOf(headers.get('Date') ?? '')
  const ms = sent === null ? null : retryAfterMs(header, new Date(sent))
  return ms === null ? header : String(Math.round(ms / 1000))
}

/** The moment (ms) of an HTTP date; null for any other text. */
function momentOf(text: string): number | null {
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** 'Fri, 20 Nov 2026 09:05:00 GMT' */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

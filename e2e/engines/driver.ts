/** What a browser of one engine must be able to do; everything that waits stands on top of it (visitor.ts). */
export interface Driver {
  readonly name: 'WebKit' | 'Firefox'
  readonly version: string
  /** Opens an address: a cold start of the page. Resolves when it is loaded. */
  goto(url: string): Promise<void>
  /** Runs an expression in the page, which may be a promise; what it gives travels as JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Taps, types into or gives files to the element that an expression finds; false when it finds none. */
  tap(expression: string): Promise<boolean>
  type(expression: string, text: string): Promise<boolean>
  choose(expression: string, paths: readonly string[]): Promise<boolean>
  screenshot(path: string): Promise<void>
  /** Ends the browser and starts it again on the same profile, with nothing open. */
  restart(): Promise<void>
  /** Console errors, uncaught errors, unhandled rejections and policy violations since it was last asked. */
  takeProblems(): string[]
  end(): Promise<void>
}

/** The size of the screen: a phone. */
export const screen = { width: 390, height: 844 }

/** The zone of the town that the stories play in. */
export const zone = 'America/New_York'

/** How long one step of a browser may take (ms); a page that hangs must not hold all others up for ever. */
export const stepLimitMs = 30_000

/** Whether a line of a console is no fault of the page. */
export const isNoise = (line: string): boolean => noise.some((it) => it.test(line))

const noise = [
  // A request failed: without signal it must.
  /Failed to load resource|CONSOLE NETWORK ERROR|NetworkError when attempting|Could not connect to/i,
  // What WebKit and Firefox say of a request that was still on its way when its page was left; nothing forbids a page its
  // own server, and a file that is truly missing shows on the page itself.
  /cannot load (blob:)?http:\/\/127\.0\.0\.1:\d+\/\S* due to access control checks/i,
  /Failed to load \S+\. A ServiceWorker intercepted the request and encountered an unexpected error/,
  // What WebKit says of a cache that a page was still asking when it was left.
  /Cache API operation failed: Context is stopped/,
  // An engine's remark that it leaves out what others know.
  /Unrecognized Content-Security-Policy directive 'manifest-src'|Viewport argument key "interactive-widget"/,
]

/** A call as the text of an expression, for a page whose policy knows no evaluation of its own. */
export const callText = (fn: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  // The compiler that runs this program names inner functions by a helper that pages do not have.
  `((__name) => (${fn})(${args.map((it) => JSON.stringify(it)).join(',')}))((it) => it)`

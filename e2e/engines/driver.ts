/** The operations of a browser of one engine. Waiting is built on top of them (visitor.ts). */
export interface Driver {
  readonly name: 'WebKit' | 'Firefox'
  readonly version: string
  /** Opens an address with a full page load. Resolves when it is loaded. */
  goto(url: string): Promise<void>
  /** Runs an expression in the page and awaits its promise. The result is returned as JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Taps, types into or gives files to the element of an expression; false when there is none. */
  tap(expression: string): Promise<boolean>
  type(expression: string, text: string): Promise<boolean>
  choose(expression: string, paths: readonly string[]): Promise<boolean>
  screenshot(path: string): Promise<void>
  /** Ends the browser and starts it again with the same profile and no open page. */
  restart(): Promise<void>
  /** The same, but the browser has no time to end in order: the battery is empty. */
  kill(): Promise<void>
  /** Ends the process that holds all databases, if the engine has one. Then only `kill` and `end` work. */
  loseDatabases?(): Promise<void>
  /** It has a camera, which it invents. */
  readonly hasCamera: boolean
  /** Console errors, uncaught errors, unhandled rejections and policy violations since the last call. */
  takeProblems(): string[]
  end(): Promise<void>
}

/** The size of the screen: a phone. */
export const screen = { width: 390, height: 844 }

/** The zone of the town that the stories play in. */
export const zone = 'America/New_York'

/** Timeout of one browser step (ms), so that a hanging page does not block the others for ever. */
export const stepLimitMs = 30_000

/** Whether a console line is not a fault of the page. */
export const isNoise = (line: string): boolean => noise.some((it) => it.test(line))

const noise = [
  // Failed requests are expected without signal.
  /Failed to load resource|CONSOLE NETWORK ERROR|NetworkError when attempting|Could not connect to/i,
  // WebKit and Firefox log this for a request that was under way when its page was left. It is no policy violation, and
  // a file that is really missing shows on the page itself.
  /cannot load (blob:)?http:\/\/127\.0\.0\.1:\d+\/\S* due to access control checks/i,
  /Failed to load \S+\. A ServiceWorker intercepted the request and encountered an unexpected error/,
  // WebKit logs this for a cache access that was under way when its page was left.
  /Cache API operation failed: Context is stopped/,
  // The engine's note that it does not support a feature.
  /Unrecognized Content-Security-Policy directive 'manifest-src'|Viewport argument key "interactive-widget"/,
]

/** A call as the text of an expression, because the page's policy forbids eval. */
export const callText = (fn: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  // The compiler names inner functions with a helper that the page does not have.
  `((__name) => (${fn})(${args.map((it) => JSON.stringify(it)).join(',')}))((it) => it)`

import { callText, type Driver, stepLimitMs } from './driver.ts'
import { findInPage, selectors, type Target } from './find.ts'

/** Interval between two checks of a condition (ms). */
const lookEveryMs = 60

/** Checks with an unchanged place after which an element stands still. */
const stillLooks = 3

/** A person who uses the app in one browser. Every step waits, with a timeout. */
export class Visitor {
  readonly driver: Driver
  readonly url: string

  constructor(driver: Driver, url: string) {
    this.driver = driver
    this.url = url
  }

  go(path: string): Promise<void> {
    return this.driver.goto(this.url + path)
  }

  /** The result of a function in the page. The function gets only its arguments, as JSON. */
  async inPage<Args extends unknown[], Result>(
    fn: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    // The result is JSON, or the driver fails.
    return (await this.driver.evaluate(callText(fn as never, args))) as Result
  }

  /** All visible text of the screen. */
  text(): Promise<string> {
    return this.inPage(() => document.body?.innerText ?? '')
  }

  /** Taps an element once it stands still: a tap meets something else where the page moves under it. */
  tap(role: Target['role'], name: string): Promise<void> {
    const expression = expressionOf(role, name)
    const place = `JSON.stringify((${expression})?.getBoundingClientRect() ?? null)`
    let before: unknown = null
    let still = 0
    return this.#until(`'${name}' (${role}) to tap`, async () => {
      const now = await this.driver.evaluate(place)
      still = now !== 'null' && now === before ? still + 1 : 0
      before = now
      return still >= stillLooks && (await this.driver.tap(expression))
    })
  }

  /** Taps an element if it is there; false when it is not. */
  tapNow(role: Target['role'], name: string): Promise<boolean> {
    return this.driver.tap(expressionOf(role, name))
  }

  type(field: string, text: string): Promise<void> {
    return this.#until(`a field '${field}'`, () => this.driver.type(expressionOf('field', field), text))
  }

  choose(chooser: string, paths: readonly string[]): Promise<void> {
    return this.#until(`a file chooser '${chooser}'`, () => this.driver.choose(expressionOf('files', chooser), paths))
  }

  /** Waits until an element can be seen. */
  sees(role: Target['role'], name: string): Promise<void> {
    const text = callText((find) => find !== null, []).replace('()', `(${expressionOf(role, name)})`)
    return this.#until(`'${name}' (${role}) to see`, async () => (await this.driver.evaluate(text)) === true)
  }

  /** Waits until the screen shows matching text. */
  reads(words: RegExp, limitMs = stepLimitMs): Promise<void> {
    return this.#until(String(words), async () => words.test(await this.text()), limitMs)
  }

  /** Waits until a condition holds. On timeout it reports the condition and the screen's text. */
  until(what: string, isSo: () => Promise<boolean>, limitMs = stepLimitMs): Promise<void> {
    return this.#until(what, isSo, limitMs)
  }

  async #until(what: string, isSo: () => Promise<boolean>, limitMs = stepLimitMs): Promise<void> {
    const until = Date.now() + limitMs
    while (!(await isSo())) {
      if (Date.now() > until) throw new Error(`${this.driver.name} never saw ${what}. The screen: ${await this.text()}`)
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  }
}

const expressionOf = (role: Target['role'], name: string): string =>
  callText(findInPage, [selectors[role], name, role === 'files'])

import type { Page } from '@playwright/test'

/**
 * From the next opening of a page on, its timers of `from` ms or more take `times` as long. For budgets, in which it
 * must not count how long a slow machine takes.
 */
export const stretchTimers = (page: Page, times: number, from = 0): Promise<unknown> =>
  page.addInitScript(
    ({ times, from }) => {
      const wait = window.setTimeout.bind(window)
      Object.assign(window, {
        setTimeout: (act: TimerHandler, ms = 0, ...given: unknown[]) =>
          wait(act, ms >= from ? ms * times : ms, ...given),
      })
    },
    { times, from },
  )

/** From the next opening of a page on, the app's modules wait, so that only the first frame is on the page. */
export const holdApp = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const real = window.setTimeout
    const held: [TimerHandler, number | undefined][] = []
    Object.assign(window, {
      setTimeout: (act: TimerHandler, ms?: number) => held.push([act, ms]),
      letGo() {
        window.setTimeout = real
        for (const [act, ms] of held) real(act, ms)
      },
    })
  })

/** The modules held back by `holdApp` run. */
export const letGo = (page: Page): Promise<unknown> => page.evaluate('letGo()')

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

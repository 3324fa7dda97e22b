import type { Log } from './log.ts'

/** What must be undone outside the database, newest first. */
export class Undo {
  private steps: (() => Promise<void>)[] = []

  add(step: () => Promise<void>) {
    this.steps.push(step)
  }

  async all(log: Log) {
    for (const outcome of await Promise.allSettled(this.steps.reverse().map((step) => step())))
      if (outcome.status === 'rejected') log.error({ err: outcome.reason }, 'could not undo')
  }
}

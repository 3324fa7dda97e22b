import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

/** Lines of the console that only say that a request failed: without signal they are what must be there. */
const network = /Failed to load resource|net::ERR_|error occurred when fetching the script/

/** Whether a line of the console tells of something that went wrong: an error, or a violation of the policy. */
export const isConsoleProblem = (line: ConsoleMessage): boolean =>
  (line.type() === 'error' && !network.test(line.text())) || /Content.Security.Policy|TrustedScript/i.test(line.text())

/** Has pages write violations of the policy to the console, from their next opening on. */
export const logViolations = (where: BrowserContext | Page): Promise<unknown> =>
  where.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })

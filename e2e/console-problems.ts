import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

/** Console lines about failed requests. Without signal they are expected. */
const network = /Failed to load resource|net::ERR_|error occurred when fetching the script/

/** Whether a console line reports a problem: an error, or a violation of the content security policy. */
export const isConsoleProblem = (line: ConsoleMessage): boolean =>
  (line.type() === 'error' && !network.test(line.text())) || /Content.Security.Policy|TrustedScript/i.test(line.text())

/** Makes pages log violations of the policy to the console, from the next navigation on. */
export const logViolations = (where: BrowserContext | Page): Promise<unknown> =>
  where.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })

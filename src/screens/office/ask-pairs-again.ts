import { reachableAgain } from '../../sync/react/hooks.ts'

/** Asks the server for the shown pairs again, after a change that removes one or brings one back. */
export const askPairsAgain = (): void => {
  window.dispatchEvent(new Event(reachableAgain))
}
